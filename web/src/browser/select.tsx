// A choice of one in a list, with its label.

interface Props {
  label: string;
  value: string;
  choices: readonly (readonly [id: string, text: string])[];
  choose(id: string): void;
}

export function Select({ label, value, choices, choose }: Props) {
  return (
    <label>
      <span class="muted">{label}</span>
      <select value={value} onChange={(event) => choose(event.currentTarget.value)}>
        {choices.map(([id, text]) => (
          <option key={id} value={id}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}
