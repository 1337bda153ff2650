// Puts answers and sources in place of loading whole pages. Every link and form works without this file; it fetches the same
// pages and takes the part it needs. Nothing is kept in the browser.
"use strict";

const workbench = document.getElementById("workbench");
const pane = document.getElementById("pane");
const paneBody = document.getElementById("pane-body");
const progress = document.getElementById("progress");
const texts = workbench.dataset;
let shownPath = location.pathname;
let opener = null;
const waiting = {};

// A page; of two that are fetched for the same part of ours only the later one comes.
async function fetched(part, address, options = {}) {
  waiting[part]?.abort();
  waiting[part] = new AbortController();
  const { signal } = waiting[part];
  const response = await fetch(address, { ...options, signal, credentials: "same-origin" });
  return new DOMParser().parseFromString(await response.text(), "text/html");
}

// The part of a page that has an ID; of a page about an error, what it says.
function partOf(page, id) {
  const found = page.getElementById(id);
  if (found) return document.adoptNode(found);
  const part = document.createElement("div");
  part.id = id;
  const main = page.querySelector("main");
  part.append(...(main ? [...main.children].map((child) => document.adoptNode(child)) : [said(texts.failed)]));
  return part;
}

function said(text) {
  const line = document.createElement("p");
  line.className = "problem";
  line.setAttribute("role", "alert");
  line.textContent = text;
  return line;
}

function focusOn(element) {
  if (!element) return;
  if (!element.matches("a, button, input, textarea, select")) element.tabIndex = -1;
  element.focus({ preventScroll: true });
  element.scrollIntoView({ block: "nearest" });
}

// What is going on, for everybody while it lasts; that it is done is told to who cannot see it.
function tell(text, isDone = false) {
  progress.classList.toggle("hidden", isDone);
  progress.textContent = text;
}

// Forms: the answer comes into the part of the page that the form names.
async function send(form, button) {
  const target = document.getElementById(form.dataset.into);
  const body = new URLSearchParams(new FormData(form, button));
  target.setAttribute("aria-busy", "true");
  tell(texts.busy);
  try {
    const page = await fetched(target.id, form.action, { method: "POST", body, headers: { "X-Fetched": "1" } });
    const part = partOf(page, target.id);
    hidePane();
    target.replaceWith(part);
    tell(part.querySelector(".answer") ? texts.done : "", true);
    renewed(part, page);
    focusOn(part.querySelector("h2, [role=alert]"));
  } catch (error) {
    if (error.name === "AbortError") return;
    target.removeAttribute("aria-busy");
    tell("");
    target.prepend(said(texts.failed));
  }
}

// A kept answer gets its own address, so that it can be linked, and the links of the frame lead back to it.
function renewed(part, page) {
  const address = part.dataset.address;
  const frame = page.querySelector("header.top");
  if (!address) return;
  history.pushState(null, "", address);
  shownPath = address;
  if (frame) document.querySelector("header.top").replaceWith(document.adoptNode(frame));
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.dataset.into || (form.dataset.into === "result" && !document.getElementById("ask"))) return;
  event.preventDefault();
  for (const problem of document.querySelectorAll("#result > .problem")) problem.remove();
  send(form, event.submitter);
});

document.addEventListener("keydown", (event) => {
  const field = event.target;
  if (event.key === "Escape" && !pane.hidden) {
    event.preventDefault();
    closePane();
  } else if (event.key === "Enter" && !event.shiftKey && !event.isComposing && "enter" in (field.dataset ?? {})) {
    event.preventDefault();
    field.form.requestSubmit();
  }
});

// Sources: a citation opens beside the answer; its place is in the address behind `#`.
document.addEventListener("click", (event) => {
  if (event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  const link = event.target.closest?.("a[data-place], a[data-copy]");
  if (!link) return;
  event.preventDefault();
  if (link.dataset.copy) {
    copy(link);
    return;
  }
  const address = `#${link.dataset.place}`;
  if (pane.hidden) history.pushState({ opened: true }, "", address);
  else history.replaceState(history.state, "", address);
  openPane(link);
});

async function openPane(link) {
  opener = link;
  for (const other of document.querySelectorAll("a[aria-current=true]")) other.removeAttribute("aria-current");
  link.setAttribute("aria-current", "true");
  document.documentElement.classList.add("with-source");
  pane.hidden = false;
  pane.setAttribute("aria-busy", "true");
  tell(texts.opening);
  try {
    paneBody.replaceChildren(partOf(await fetched("source", link.href), "source"));
  } catch (error) {
    if (error.name === "AbortError") return;
    paneBody.replaceChildren(said(texts.failed));
  }
  pane.removeAttribute("aria-busy");
  tell("");
  focusOn(paneBody.querySelector("h2, h1, [role=alert]"));
  showMark();
}

// The first mark comes into the middle of the pane, in the page itself on narrow screens.
function showMark() {
  const mark = document.getElementById("cited");
  if (mark) mark.scrollIntoView({ block: "center", inline: "nearest" });
  else pane.scrollTop = 0;
}

function hidePane() {
  if (pane.hidden) return;
  pane.hidden = true;
  paneBody.replaceChildren();
  document.documentElement.classList.remove("with-source");
  opener?.removeAttribute("aria-current");
  if (opener?.isConnected) {
    opener.focus({ preventScroll: true });
    opener.scrollIntoView({ block: "nearest" });
  }
  opener = null;
}

function closePane() {
  waiting.source?.abort();
  if (history.state?.opened) {
    history.back();
  } else {
    history.replaceState(null, "", location.pathname + location.search);
    hidePane();
  }
}

document.getElementById("pane-close").addEventListener("click", closePane);

function followAddress() {
  const place = location.hash.slice(1);
  const link = place && Array.from(document.querySelectorAll("a[data-place]")).find((one) => one.dataset.place === place);
  if (link) openPane(link);
  else hidePane();
}

addEventListener("popstate", () => {
  if (location.pathname === shownPath) followAddress();
  else location.reload();
});

// Copying: where the browser does not let us, the text is selected for the person to copy.
async function copy(link) {
  const field = document.getElementById(link.dataset.copy);
  const note = document.getElementById("copy-said");
  try {
    const response = await fetch(link.href, { credentials: "same-origin" });
    if (!response.ok) throw new Error(String(response.status));
    field.value = await response.text();
  } catch {
    note.textContent = texts.failed;
    return;
  }
  try {
    await navigator.clipboard.writeText(field.value);
    note.textContent = texts.copied;
  } catch {
    field.focus();
    field.select();
    note.textContent = texts.byHand;
  }
}

followAddress();
