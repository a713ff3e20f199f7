// Tools of servers that wait: how each was allowed, how it is offered now, and one press for each.

import type { AgentReply, ServerTool } from '../../../gateway/desk-types.ts';
import { differenceOf, wordsOf } from '../../model/difference.ts';
import { Outcome } from '../parts.tsx';
import { useAct } from '../use-act.ts';
import type { View } from '../view.ts';
import { DifferenceLines } from './difference-lines.tsx';

export function WaitingTools({ view, agent }: { view: View; agent: AgentReply }) {
  const { t, desk } = view;
  const { waiting, hasMore, more, allow } = desk.serverTools;
  const act = useAct(view);
  const allowIt = (tool: ServerTool) =>
    act.run(async () => {
      await allow(tool);
      await desk.agents.load(agent.project_id);
    });
  if (waiting.value.length === 0) return <Outcome act={act} />;
  return (
    <section class="sheet">
      <h3>{t('waitingTools')}</h3>
      <p class="quiet">{t('waitingToolsText')}</p>
      <Outcome act={act} />
      <ul class="devices">
        {waiting.value.map((tool) => (
          <WaitingTool
            key={`${tool.server} ${tool.url} ${tool.tool} ${tool.digest}`}
            view={view}
            tool={tool}
            isBusy={act.isBusy.value}
            onAllow={() => allowIt(tool)}
          />
        ))}
      </ul>
      {hasMore.value && (
        <button type="button" class="button" onClick={() => act.run(more, '')}>
          {t('showMore')}
        </button>
      )}
    </section>
  );
}

function WaitingTool(props: {
  view: View;
  tool: ServerTool;
  isBusy: boolean;
  onAllow: () => void;
}) {
  const { view, tool, isBusy, onAllow } = props;
  const { t } = view;
  const { format } = view.texts.value;
  const at = Date.parse(tool.offered_at);
  const name = `${tool.server}/${tool.tool}`;
  const before = tool.allowed === null ? '' : wordsOf(tool.allowed);
  return (
    <li>
      <div class="about">
        <strong dir="auto">{name}</strong>
        <span class="quiet">
          {format.day(at, view.now.value)} {format.time(at)}
        </span>
      </div>
      <span class="chip">{t(tool.allowed === null ? 'toolNew' : 'toolChanged')}</span>
      <button type="button" class="button" aria-disabled={isBusy} onClick={onAllow}>
        {t('connectApprove')}
        <span class="hidden"> {name}</span>
      </button>
      <div class="difference">
        <DifferenceLines lines={differenceOf(before, wordsOf(tool.offered))} />
      </div>
    </li>
  );
}
