// Names of properties that the drop-in's files have in a short form: the build renames them in all files alike. Such a name
// stands for one thing of the program's own memory: a function, a part of the panel's model, a fact that is worked out
// anew on each page. Never list a name that is stored, sent to another tab or to the gateway, read from the page or
// given to it, or that the browser knows: another version, another program or the browser must find those. Where a listed
// name also stands as a text or as an export, the build goes without short names and says so, and test/house/short-names.test.ts reads the
// sources for the rest. What the tabs and the disk get is checked by test/simulation/short-names.test.ts.

import { parseAst } from 'vite';

const OURS = `
  admit againMs allowsOther allRows announcer answers answerTool areGone areHandlersRunning
  areToolsBusy areToolsStopped arrivals arrivedIn askAgain askedLink askForLead asksFirst backoff beforeNext
  belongTo blockage bornAt boundMs canRetry canRunHere canSend changeVisitor claim clearTo comeBack commitMs
  commitWindowMs copyIds deadline delayMs deleteConversation deliver delMany dismiss documentRef dropAnswered
  dropProbes endOf evict facts fail failures fateOf feed findMessages fine focusCalls followPage
  forgetGuest forgive fragments gate gateMs getDraft getLog getMany getSessionId giveFeedback guard hadUnread
  hasHidden hasIntents hasMoved hasOpenQuestions hasRead hasSession hasUnsent hasUnstored hasWithin hasWorked hasYielded hear
  hearEvent holdCard holders holdPlace holdsMessages idOf inRow instanceLocation interrupts isAlive isAlone isArmed
  isAsked isAtWork isAway isBeginning isBlocked isBusyElsewhere isCertain isChanged isClosed isCurrent isDone
  isDurable isEdit isEmpty isExpanded isExternal isFence isFirst isForgetful isFramed isFromEnd isGone isHeld isHere
  isInside isInterrupted isKnown isLeader isLeaving isLive isLoadingOlder isMarked isMeant isNew isOk
  isOnce isOnline isOver isOverAnswers isOwned isOwnHand isPartial isPast isPlain isProbe
  isReminding isRequired isRestored isRetryable isReturn isSettled isSeveral isShared isSince isSmall
  isSpeaking isStored isTalking isUncertain isUnfinished isWaiting isWanted isWriter joinListed journal
  keepBar keepMark keepOpenMark lastArrival lastId lastKey latencyMs lheading lift listedAt lister loadOlder
  looked markChanged markPosted mayStore monotonic moveOut mustLook namespace newKey newsAt notes nudged onAnswer
  onCode onCopyCode onEvent onFailure onFrame onHeard onLead onLeave onLinkQuestion onListed onNoSession onOpen
  onOpenness onOwner onPaused onPick onPress onQuestionsSkipped onSend onSessionId onSettings onStored onVisibility
  openChannel openConversation openness outbox pack pauseMs pauseUntil pendingLength
  postResults preferences prepare presence previews readAt readLog readUnsettled recall redraws reflink refuseAll
  registry remind restored retryAfterMs retryHere retryTools rowOf rowsReadAt runner runToolHere saidBefore
  sayQuestion schedule scroller setCards setDraft setFloor setLog setMany setPending setText settle setWords
  firstEndedAt writtenHere isAside sheets showOlder shrink sinceMs sleep stampOf stampOnDisk startReading stick stopTimer stopTools
  stopWaiting tabStorage takeBack takeOver takesFocus takesInput tellAnswer tellBusy tellHeard tellListed tellNumbered
  tellStatus tidy toolsChanged toolsRead tried tryLater unlessAborted unreadableSince unsettledMs waitMs waits waker
  wasSeen whenGone wishes withoutAttempt
  isGrowing isBad isAfterPerson arrivedAt unnamed createPages fetchSpeech isAll onHead onDropped lostAt isUntimed drawText wentOnId handOver hasPopup began eased onTable onNotes listAll isTimed isDrawn onMath mentions resend seenAt retried definitions tell fold reach letGo isLost linkOf onTicket
  report stops lists includeThinking older startedBy turns writing wanted period probe resultsBy loadToolWork
`;

/** Of marked, whose lexer is shipped. */
const OF_MARKED = `
  blockTokens emStrong inLink inRawBlock inlineQueue inlineText inlineTokens
  lastPossibleDelCloserIndex lastPossibleEmStrongCloserIndex lastToken lexer linkEmitted linkInText linkParenPossible
  maskedSrc tokenizer
`;

const list = (text: string): string[] => text.trim().split(/\s+/);
export const OWN_NAMES: readonly string[] = list(OURS);
const NAMES = [...OWN_NAMES, ...list(OF_MARKED)];

const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
/** Two letters that are names already: of languages, of the browser, of libraries. `checkNames` finds new ones. */
const TAKEN = new Set(
  list(
    'ar at br by cs da de do el en es fa fi fr he hr hu id if is it ja js ko ms nb nl no ok on pl py ro ru sh sv th tr ts uk vi PI in as of to or my we up go so me be am an us hi oh ad ax iw et',
  ),
);

function* pairs(): Generator<string> {
  for (const first of LETTERS) {
    for (const second of LETTERS) if (!TAKEN.has(first + second)) yield first + second;
  }
}

const free = pairs();
const SHORT: ReadonlyMap<string, string> = new Map(
  NAMES.map((name) => [name, free.next().value as string]),
);
const SHORT_ONES: ReadonlySet<string> = new Set(SHORT.values());

/** What terser needs, for each file the same; a new object, since terser writes into it. */
export const shortNames = () => ({
  mangle: { properties: { regex: new RegExp(`^(?:${NAMES.join('|')})$`), keep_quoted: true } },
  nameCache: {
    props: { props: Object.fromEntries([...SHORT].map(([name, short]) => [`$${name}`, short])) },
  },
});

interface Node {
  type: string;
  [key: string]: unknown;
}

/** How the message of each error of this file ends. The bundler makes errors of its own of them, and keeps their words. */
const ADVICE = 'See short-names.ts.';

export const isAboutNames = (error: unknown): boolean =>
  error instanceof Error && error.message.includes(ADVICE);

/** Throws where a name of the list can't be renamed in this file, or where a short one is a name there already. */
export function checkNames(code: string, file: string): void {
  const stop = (why: string): never => {
    throw new Error(`${file}: ${why}. ${ADVICE}`);
  };
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const child of Object.values(value)) visit(child);
    const node = value as Node;
    const key = (node.type === 'MemberExpression' ? node.property : node.key) as Node | undefined;
    if (key?.type === 'Identifier' && node.computed === false && SHORT_ONES.has(String(key.name))) {
      stop(`"${key.name}" is a property already; add it to TAKEN`);
    }
    if (node.type === 'Literal' && SHORT.has(String(node.value))) {
      stop(`"${node.value}" stands there as a text, so take it off the list`);
    }
    if (node.type === 'ExportSpecifier' && SHORT.has(String((node.exported as Node).name))) {
      stop(`"${(node.exported as Node).name}" is exported, by a name that terser leaves`);
    }
  };
  visit(parseAst(code));
}
