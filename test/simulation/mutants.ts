// Mutants: the client with one rule broken, one mutant for each rule. Each patches a copy of the source, so nothing of
// it ships. If a second safeguard would cover for the broken rule, the mutant removes both.

interface Edit {
  /** A text that occurs once, in one file of the session, tools or gateway room. */
  find: string;
  replace: string;
}

export interface Mutant extends Edit {
  name: string;
  /** Edits that remove a second safeguard. */
  also?: readonly Edit[];
}

export const MUTANTS: readonly Mutant[] = [
  {
    name: 'resends without waiting for W',
    find: "  if (search.do !== 'over') return search;",
    replace: "  if (search.do === 'look') return search;",
  },
  {
    name: 'resends without looking',
    find: '  const { attempt } = row;\n  if (attempt === undefined) return false;',
    replace:
      "  const { attempt } = row;\n  if (attempt === undefined || row.state !== 'sending') return false;",
  },
  {
    name: 'calls a lost reply sent',
    find: "if (await move(store, row, ['sending'], toChecking)) return 0;",
    replace:
      "if (await move(store, row, ['sending'], (known) => ({ ...known, state: 'sent' }))) return 0;",
  },
  {
    name: 'calls a lost reply refused',
    find: "if (await move(store, row, ['sending'], toChecking)) return 0;",
    replace:
      "if (await move(store, row, ['sending'], (known) => ({ ...known, state: 'refused' }))) return 0;",
  },
  {
    name: 'has neither lock nor atomic step',
    find: 'return await locks.request(lockName(), { signal }, () =>\n        unlessAborted(signal, step(signal), AGAIN),\n      );',
    replace: 'void locks; void lockName; return await step(signal);',
    also: [
      {
        find: 'if (known === undefined || !from.includes(known.state)) return rows;\n    if (known.attempt?.n !== row.attempt?.n) return rows;\n    // A page that has let go of the lock may end its attempt while another tab has begun one of the same number.\n    if (known.attempt?.startedAt !== row.attempt?.startedAt) return rows;',
        replace: 'if (known === undefined) return rows; void from;',
      },
    ],
  },
  {
    name: 'sends what another tab may have sent',
    find: 'if (!isCertain && !isOnlyHere(store, row.localId)) return backOffFor(STORAGE_RETRY_MS);',
    replace: 'void isCertain;',
    also: [
      {
        find: 'const isShared = store.hasUnstored() && !isOnlyHere(store, row.localId);',
        replace: 'const isShared = false as boolean;',
      },
    ],
  },
  {
    name: 'sends by a log that it has not read',
    find: "if (looked === null && !(row.attempt === undefined && facts.isLive)) return { do: 'look' };",
    replace: "if (looked === null && row.attempt !== undefined) return { do: 'look' };",
  },
  {
    name: 'sends out of order',
    find: 'return store.rows().find((row) => row.sessionId === sessionId && isUnsettled(row));',
    replace:
      'return store.rows().findLast((row) => row.sessionId === sessionId && isUnsettled(row));',
  },
  {
    name: 'does not flag second copies',
    find: 'if (copies.length > 0) return',
    replace: 'if (copies.length > 99) return',
  },
  {
    name: 'keeps the outbox in memory',
    find: 'const value = await storage.update(key, (before) => {',
    replace:
      "const where = key.endsWith(':outbox') ? 'nowhere' : key;\n      const value = await storage.update(where, (before) => {",
  },
  {
    name: 'lists without overlap',
    find: 'const wanted = settledId === null ? -1 : indexOfId(listed, settledId) - OVERLAP;',
    replace: 'const wanted = listed.length - 1; void settledId;',
  },
  {
    name: 'never lists but once',
    find: 'const news = getLog().isLoaded ? await catchUp(getLog()) : await latest();',
    replace: 'const news = getLog().isLoaded ? 0 : await latest(); void catchUp;',
  },
  {
    name: 'moves the cursor by the stream',
    find: '  log.arrivals.set(event.id, behind);\n  return {',
    replace:
      '  const isStream = behind === log.arrivals.size;\n  log.arrivals.set(event.id, behind);\n  if (isStream) return { ...log, listed: [...log.listed, event] };\n  return {',
  },
  {
    name: 'takes events twice',
    find: '  if (log.arrivals.has(event.id)) {',
    replace: '  if (log.arrivals.has(event.id) && event.type === "user.message") {',
  },
  {
    name: 'lets provisional events end a pause',
    find: "if (isPaused && provisional.has(event.id) && event.type !== 'user.tool_result') {",
    replace: 'if (false as boolean) {',
  },
  {
    name: 'posts results again at once',
    find: "return search.do === 'over' ? { do: 'post' } : search;",
    replace: "return search.do !== 'look' ? { do: 'post' } : search;",
  },
  {
    name: 'posts results without looking',
    find: '            dropAnswered();',
    replace: '            void dropAnswered;',
  },
  {
    name: 'mixes an interrupt with a message',
    find: "[{ type: 'user.interrupt', ...bond }]",
    replace: "[{ type: 'user.interrupt', ...bond }, { type: 'user.interrupt' }] as never",
  },
  {
    name: 'interrupts whatever runs',
    find: "if (run.state === 'idle' || run.runId !== runId) return 'over';",
    replace: "if (run.state === 'idle' || runId === '') return 'over';",
  },
  {
    name: 'takes any run for the one that a Stop waits for',
    find: "return startedBy === eventId || indexOfId(behind, runId) >= 0 ? { runId } : 'sent';",
    replace: "return startedBy !== '' || index >= 0 ? { runId } : 'sent';",
  },
  {
    name: 'ignores Retry-After',
    find: 'while (!signal.aborted && (isBlocked() || leftMs() > 0))',
    replace: 'while (!signal.aborted && isBlocked())',
  },
  {
    name: 'backs off not at all',
    find: 'return Math.round(Math.max(minMs, random.next() * ceiling));',
    replace: 'return 1 + 0 * (minMs + maxMs + attempt + ceiling + random.next());',
    also: [
      {
        find: 'return Math.round(whole * (whole > 8_000 ? 1 + random.next() / 4 : 1 - random.next() / 2));',
        replace: 'return 1 + 0 * (whole + random.next());',
      },
    ],
  },
  {
    name: 'never tells the other tabs',
    find: '      channel?.post(message);',
    replace: '      void message;',
  },
  {
    name: 'holds its locks in the cache',
    find: '    letGo?.();\n    letGo = null;',
    replace: '    letGo = null;',
  },
  {
    name: 'journals after the start',
    find: "isMine(row, 'claimed')\n            ? { ...base(toolUseId), ...bondOf(row), state: 'started', ...facts }\n            : null,",
    replace: "isMine(row, 'claimed') ? { ...base(toolUseId), state: 'claimed' } : null,",
  },
  {
    name: 'claims what another tab has',
    find: '    row === null ? from === null : row.owner === from?.owner && row.state === from.state;',
    replace: '    row === null || from === null || row.owner !== "";',
  },
  {
    name: 'keeps sending while a tool runs',
    find: 'isHeldNow.value = busy.isHeld();',
    replace: 'isHeldNow.value = false as boolean;',
  },
  {
    name: 'says "cancelled" although it ran',
    find: "    tool.isReadOnly\n      ? new ToolError('cancelled', 'Stopped by the visitor before it was done.')",
    replace:
      "    tool.timeoutMs > 0\n      ? new ToolError('cancelled', 'Stopped by the visitor before it was done.')",
  },
  {
    name: 'lets a clock that is set turn time back',
    find: 'ended_at_ms: startedAt + duration }',
    replace: 'ended_at_ms: Math.round(clock.now()) + 0 * duration }',
  },
  {
    name: 'posts again after a 409',
    find: "if (isConflict) return closeAll('discarded');",
    replace:
      "if (isConflict) { void transmit(gate, [{ type: 'user.tool_result', content: [row.result] }]); return closeAll('discarded'); }",
  },
  {
    name: 'posts a result twice',
    find: '      for (const row of open) {\n        const answer = nameOf(row) === null',
    replace:
      "      void transmit(gate, open.map(({ result }) => ({ type: 'user.tool_result' as const, content: [result] })));\n      for (const row of open) {\n        const answer = nameOf(row) === null",
  },
  {
    name: 'takes an unreadable row for an untouched call',
    find: 'return readRow(value, toolUseId) ?? maybeRun(toolUseId);',
    replace: 'return readRow(value, toolUseId);',
  },
  {
    name: 'takes an unreadable disk for an untouched call',
    find: "return told.get(toolUseId)?.row ?? 'unreadable';",
    replace: 'return told.get(toolUseId)?.row ?? null;',
    also: [
      {
        find: "          isMine(row, 'claimed')\n            ? { ...base(toolUseId), ...bondOf(row), state: 'started', ...facts }\n            : null,\n        PATIENCE_MS,",
        replace:
          "          ({ ...base(toolUseId), ...bondOf(row ?? {}), state: 'started', ...facts }),\n        PATIENCE_MS,",
      },
      {
        find: 'isSame(row, from) && !(isBlind && isClosed && storage.isDurable)',
        replace: '(isSame(row, from) || isBlind || isClosed || true)',
      },
    ],
  },
  {
    name: 'runs again what a dead page had started',
    find: "  if (row === null || row.state === 'claimed') return 'run';",
    replace:
      "  if (row === null || row.state === 'claimed' || row.state === 'started') return 'run';",
    also: [
      {
        find: "isMine(row, 'claimed')\n            ? { ...base(toolUseId), ...bondOf(row), state: 'started', ...facts }\n            : null,",
        replace:
          "row !== null && row.owner === tabId\n            ? { ...base(toolUseId), ...bondOf(row), state: 'started', ...facts }\n            : null,",
      },
    ],
  },
  {
    name: 'calls what a dead page had started done',
    find: "    case 'once':\n      return row.canVerify ? 'verify' : { ended: outcomeUnknown() };",
    replace: "    case 'once':\n      return { ended: { isOk: true, content: 'Done.' } };",
  },
  {
    name: 'evicts outbox and journal when the disk is full',
    find: '/:log(:-?\\d+|:part)?$/.test(key)',
    replace: '/:outbox$|:tool:|:log/.test(key)',
  },
  {
    name: 'sends page and after_id together',
    find: 'const { after_id: _, ...rest } = next;',
    replace: 'const rest = next;',
  },
  {
    name: 'uses a refused token again',
    find: "    if (refused.has(held.token)) return renew('refused');",
    replace: '',
  },
  {
    name: 'asks for two tokens at once',
    find: '    pending ??= ask(reason).finally(() => {',
    replace: '    pending = ask(reason).finally(() => {',
  },
  {
    name: 'reads round and round a list that leads to itself',
    find: 'if (seen.has(next_page)) {',
    replace: 'if (seen.size > 1e9) {',
  },
  {
    name: 'takes one event for two messages of the same words',
    find: "if (event.type !== 'user.message' || claimed.has(event.id)) return [];",
    replace: "if (event.type !== 'user.message' || claimed.size > 1e9) return [];",
    also: [
      {
        find: '(id) => !attempt.known.includes(id),',
        replace: '(id) => id.length < 1e9,',
      },
      {
        find: 'if (named !== undefined && rows.every(({ eventId }) => eventId !== named.id)) return named.id;',
        replace: 'void named;',
      },
    ],
  },
  {
    name: 'changes a global of the host',
    find: '  const previews = createPreviews();',
    replace:
      '  const previews = createPreviews(); (globalThis as { chat?: unknown }).chat = previews;',
  },
  {
    name: 'leaves a rejection unhandled',
    find: '        await makeRoom().catch(() => {});\n        if (isWriter()) await store.save(state).catch(() => {});',
    replace:
      '        await makeRoom().catch(() => {});\n        if (isWriter()) void store.save(state);',
  },
  {
    name: 'takes what is said again for a double click',
    find: 'const DOUBLE_PRESS_MS = 500;',
    replace: 'const DOUBLE_PRESS_MS = 1e9;',
    also: [{ find: 'isSoon && !isTyped && isOpen(lastAdded)', replace: 'isSoon && !isTyped' }],
  },
  {
    name: 'calls refused what it never sends',
    find: "        state: 'queued',\n        at: Math.round(clock.now()),",
    replace: "        state: 'refused',\n        at: Math.round(clock.now()),",
  },
  {
    name: 'files messages under another conversation',
    find: '{ ...row, sessionId: row.sessionId ?? sessionId() }',
    replace: "{ ...row, sessionId: 'another' }",
  },
  {
    name: 'asks for patience with another token',
    find: 'return error instanceof GatewayError && error.status === 401;',
    replace: 'return error instanceof GatewayError && [401, 429].includes(error.status ?? 0);',
  },
  {
    name: "takes an edge's error for the gateway's refusal",
    find: "outcome: isRefusal && (status === 401 || isOwnShape(body)) ? 'not_applied' : 'unknown',",
    replace:
      "outcome: status === 502 || (isRefusal && (status === 401 || isOwnShape(body))) ? 'not_applied' : 'unknown',",
  },
  {
    name: 'shows nothing of what the agent says',
    find: '        parts.push(...messageParts(event));',
    replace: '        void parts; void messageParts;',
  },
  {
    name: 'runs what the visitor must allow',
    find: "if (isConfirmed && tool.approval === 'auto') return true;",
    replace: 'if (isConfirmed) return true;',
  },
  {
    name: 'says that it went to a page, and stays',
    find: '  const leaving = tool.navigates ? watchLeaving(context) : null;',
    replace:
      "  if (tool.navigates) return { ended: { isOk: true, content: 'Navigated to nowhere' }, timing: { started_at_ms: 1, ended_at_ms: 2 } };\n  const leaving = tool.navigates ? watchLeaving(context) : null;",
  },
];
