// "Something is wrong with my order": which buttons the customer sees.

const BUSINESS_DAYS_WITHOUT_SCAN = 4;
const BUSINESS_DAYS_FOR_LAST_BOX = 3;
const MINOR_DAMAGE_DISCOUNT_PERCENT = 10;
const MAX_UPLOAD_MB = 8;
const POLL_EVERY_MS = 15_000;

export function canReportSilentParcel(businessDaysSinceScan) {
  return businessDaysSinceScan >= BUSINESS_DAYS_WITHOUT_SCAN;
}

export function canReportMissingBox(businessDaysSinceFirstBox) {
  return businessDaysSinceFirstBox > BUSINESS_DAYS_FOR_LAST_BOX;
}

/** What we offer, in cents, to someone who would like to keep a scratched or dented product. */
export function offerForMinorDamage(priceCents) {
  return Math.round((priceCents * MINOR_DAMAGE_DISCOUNT_PERCENT) / 100);
}

export function uploadProblem(file) {
  return file.size > MAX_UPLOAD_MB * 1024 * 1024 ? "The photo is too big." : "";
}

export const polling = { interval: POLL_EVERY_MS };
