// The walls around a call of a tool.

import type { Mutant } from './mutant.ts';

export const CALLS: readonly Mutant[] = [
  {
    name: 'any row of an earlier page counts as allowed',
    file: 'src/tools/approval.ts',
    find: 'return row?.call !== undefined && row.call === callText && row.tool === identify(tool);',
    replace: 'return row !== null;',
  },
  {
    name: 'only the call is compared, not the tool',
    file: 'src/tools/approval.ts',
    find: ' && row.tool === identify(tool);',
    replace: ';',
  },
  {
    name: 'a tool is described without its annotations',
    file: 'src/tools/approval.ts',
    find: ', approval, ...hints]',
    replace: ', approval]',
  },
  {
    name: 'hashes of older versions allow a tool for the conversation',
    file: 'src/tools/approval.ts',
    find: 'value.v !== 2 ||',
    replace: '',
  },
  {
    name: 'a call is told by its name alone',
    file: 'src/tools/input.ts',
    find: 'return canonical([name, input]);',
    replace: 'return canonical([name, input && null]);',
  },
  {
    name: 'a call is told apart by the order of its fields',
    file: 'src/tools/input.ts',
    find: 'return canonical([name, input]);',
    replace: 'return JSON.stringify([name, input]);',
  },
  {
    name: 'a row of another call is taken for this one’s',
    file: 'src/tools/pipeline.ts',
    find: 'if (earlier?.call !== undefined && earlier.call !== call.text)',
    replace: 'if (earlier?.call === "never")',
  },
  {
    name: 'a call may become another within a page',
    file: 'src/tools/runner.ts',
    find: 'if (!known.update(request)) pipeline.refuse(known, request.name);',
    replace: 'known.update(request);',
  },
  {
    name: 'what ran is told as the other call’s outcome',
    file: 'src/tools/pipeline.ts',
    find: '    if (call.isChanged) {\n      const',
    replace: '    if (call.isChanged && run.timing === undefined) {\n      const',
  },
  {
    name: 'what may have run is told as cancelled',
    file: 'src/tools/pipeline.ts',
    find: 'failed(changedCall(hadBegun || run.timing !== undefined))',
    replace: 'failed(changedCall(hadBegun && run.timing !== undefined))',
  },
  {
    name: 'the result of one call is posted for another',
    file: 'src/tools/turn.ts',
    find: 'if (row.call !== undefined && (call.isChanged || row.call !== call.text)) return row;',
    replace: '',
  },
  {
    name: 'any tool of the name is asked whether it took effect',
    file: 'src/tools/recovery.ts',
    find: ' || !isBound(earlier, call.text, tool)',
    replace: '',
  },
  {
    name: 'what was repeatable once is repeated whatever it is by now',
    file: 'src/tools/pipeline.ts',
    find: "earlier?.state === 'started' && !tool.isIdempotent",
    replace: "earlier?.state === 'finished' && !tool.isIdempotent",
  },
  {
    name: 'a result that replaces a posted one goes out at once',
    file: 'src/tools/journal.ts',
    find: "const hasLeft = from?.state === 'posted';",
    replace: 'const hasLeft = false as boolean;',
  },
].map((mutant) => ({ ...mutant, test: 'src/test/tools/swapped.test.ts' }));
