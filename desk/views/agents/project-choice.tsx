// Whose agents and knowledge are shown, where there are several projects.

import type { View } from '../view.ts';

/** Nothing to choose where there is one. */
export function ProjectChoice({ view }: { view: View }) {
  const { t, desk } = view;
  const { projects, projectId } = desk.agents;
  const all = projects.value;
  if (all.length < 2) return null;
  return (
    <label>
      <span class="hidden">{t('project')}</span>
      <select
        value={projectId.value}
        onChange={(event) => desk.agents.load(event.currentTarget.value)}
      >
        {all.map(({ project_id: id }) => (
          <option key={id} value={id}>
            {id}
          </option>
        ))}
      </select>
    </label>
  );
}
