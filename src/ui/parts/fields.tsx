// The fields of a tool's input: each name with its value, exactly as it will run or has run.

export function Fields(props: {
  /** Absent: what the fields are is clear from where they stand. */
  label?: string;
  fields: readonly { name: string; value: string; title?: string }[];
}) {
  return (
    <>
      {props.label && <p class="label">{props.label}</p>}
      <dl class="fields">
        {props.fields.map(({ name, value, title }) => (
          <div key={name}>
            <dt dir="auto">{title ?? name}</dt>
            <dd dir="auto">{value}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
