import React from "react";

type Props = { title: string };

export const Panel = React.memo(({ title }: Props) => {
  return <section>{title}</section>;
});

export default function App() {
  return <Panel title="Hours" />;
}
