/** What is true about someone and an event. gone: marked absent before the start. */
export interface Truth {
  readonly person: string;
  readonly event: string;
  readonly date: string;
  readonly start: string;
  readonly isAhead: boolean;
  readonly isOn: boolean;
  readonly isOpen: boolean;
  readonly state: "on" | "waiting" | "off" | "gone";
  /** Whether an email about it has yet to leave. */
  readonly isQueued: boolean;
}

interface SentMail {
  readonly template: string;
  readonly data: Readonly<Record<string, string | null>>;
  readonly event: string;
  readonly person: string;
  /** Null if the person was merged meanwhile. */
  readonly truth: Truth | null;
}

/** What happened in a step: the emails that left, the days that went by, or the outcome of a merge. */
export interface LogEntry {
  readonly kind: string;
  readonly cell?: number;
  readonly refusal?: string;
  readonly message?: string;
  /** The emails, the days, or the IDs of the kept and the merged record and the sums after it. */
  readonly outcome?: unknown;
  /** Whether it moved someone up from a waiting list shortly before the start. */
  readonly isLate?: boolean;
  readonly truths?: readonly Truth[];
}

const SPOTS = new Set(["Shift Sign-Up", "Added to Shift", "Waitlist Promotion", "Event Reminder"]);
const CHANGES = new Set(["Event Changed", "Event Details Changed", "Event Reinstated"]);
const WAITING = "You're still on the waiting list.";
const PLACE = "Added to Waiting List";
const isAboutSpot = (template: string) => SPOTS.has(template) || CHANGES.has(template);
const keyOf = ({ person, event }: Pick<Truth, "person" | "event">): string => `${person} ${event}`;

/** Returns whether an email is true when it leaves. */
function isTrue({ template, data }: SentMail, truth: Truth): boolean {
  if (isAboutSpot(template) || template === PLACE) {
    return (
      truth.isOn &&
      truth.isOpen &&
      truth.start === data["startTime"] &&
      truth.date === data["eventDate"] &&
      truth.state === (data["standing"] === WAITING || template === PLACE ? "waiting" : "on")
    );
  }
  if (template === "Event Canceled") return !truth.isOn;
  return truth.state === "off" || (template === "Removed from Shift" && truth.state === "waiting");
}

/** What someone knows about an event. */
interface Knowledge {
  readonly saysOn: boolean;
  readonly start: string;
  readonly template: string;
  readonly data: string;
}

/** The person was merged, or a merge was undone: they know what was true then. */
const learn = (truth: Truth): Knowledge => ({
  // Who was marked absent beforehand was told of the spot.
  saysOn: (truth.state === "on" || truth.state === "gone") && truth.isOn,
  start: `${truth.date} ${truth.start}`,
  template: "",
  data: "",
});

/** What an email says, whichever record of a merged person it is for. */
const readKnowledge = ({ template, data }: SentMail): Knowledge => {
  const { volunteerId: _, name: __, ...said } = data;
  return {
    saysOn: isAboutSpot(template) && data["standing"] !== WAITING,
    start: `${data["eventDate"]} ${data["startTime"]}`,
    template,
    data: JSON.stringify(said),
  };
};

const readMails = ({ kind, outcome }: LogEntry): readonly SentMail[] =>
  kind === "deliver" ? ((outcome ?? []) as readonly SentMail[]) : [];

const isMerge = ({ kind, outcome }: LogEntry): boolean =>
  (kind === "merge" || kind === "undo") && outcome !== undefined && outcome !== null;

/** Returns the emails that were untrue when they left, and those that said the same as the one before. */
export function findMailProblems(log: readonly LogEntry[]): string[] {
  const problems: string[] = [];
  const former = new Map<string, Knowledge>();
  for (const entry of log) {
    // After a merge or some days, the same email may be new.
    if (isMerge(entry) || entry.kind === "pass") former.clear();
    for (const mail of readMails(entry)) {
      const { truth } = mail;
      if (truth === null) continue;
      const said = readKnowledge(mail);
      const before = former.get(keyOf(mail));
      if (!isTrue(mail, truth)) problems.push(`untrue: ${mail.template} ${JSON.stringify(truth)}`);
      if (before?.template === said.template && before.data === said.data) {
        problems.push(`told twice: ${mail.template}`);
      }
      former.set(keyOf(mail), said);
    }
  }
  return problems;
}

/**
 * After a merge, the kept record knows what either of them knew, and after its undoing, each knows what it was told.
 * Without an email that has yet to leave, they know what is true.
 */
function passOnKnowledge(
  { knowledge, told }: Record<"knowledge" | "told", Map<string, Knowledge>>,
  { kind, outcome, truths }: LogEntry,
): void {
  const { people } = outcome as { people: readonly string[] };
  const queued = new Set(truths!.flatMap(({ event, isQueued }) => (isQueued ? event : [])));
  const passedOn = truths!.map((truth): [string, Knowledge | undefined] => {
    const key = keyOf(truth);
    const former = people.flatMap((person) => knowledge.get(keyOf({ ...truth, person })) ?? []);
    const known = former.find(({ saysOn }) => saysOn) ?? former[0];
    if (queued.has(truth.event)) return [key, kind === "merge" ? known : told.get(key)];
    return [key, truth.state === "gone" && known ? known : learn(truth)];
  });
  for (const [key, known] of passedOn) {
    if (known) knowledge.set(key, known);
    else knowledge.delete(key);
  }
}

/** Moves what everyone knows by the days that went by. */
function moveDays(knowledge: Map<string, Knowledge>, days: number): void {
  for (const [key, known] of knowledge) {
    const [date, time] = known.start.split(" ") as [string, string];
    const moved = new Date(Date.parse(date) - days * 86_400_000).toISOString().slice(0, 10);
    knowledge.set(key, { ...known, start: `${moved} ${time}` });
  }
}

/** Returns what someone doesn't know at the end about a shift that is ahead. */
export function findGaps(log: readonly LogEntry[], end: readonly Truth[], today: string): string[] {
  const knowledge = new Map<string, Knowledge>();
  const told = new Map<string, Knowledge>();
  for (const entry of log) {
    if (isMerge(entry)) passOnKnowledge({ knowledge, told }, entry);
    for (const map of [knowledge, told]) {
      if (entry.kind === "pass" && entry.refusal === undefined)
        moveDays(map, entry.outcome as number);
      for (const mail of readMails(entry)) map.set(keyOf(mail), readKnowledge(mail));
    }
  }
  return end.flatMap((truth) => {
    const known = knowledge.get(keyOf(truth));
    if (!truth.isOpen || truth.state === "waiting" || truth.state === "gone") return [];
    const isExpected = truth.isAhead && truth.state === "on" && truth.isOn;
    const knowsTime = known?.saysOn === true && known.start === `${truth.date} ${truth.start}`;
    // Nobody hears that a shift that they know as a past one is canceled or was at another time.
    const comesInVain = known?.saysOn === true && known.start > `${today} 24`;
    const isRight = isExpected ? knowsTime : !comesInVain;
    return isRight
      ? []
      : [`not told: knows ${known?.template} ${known?.start}: ${JSON.stringify(truth)}`];
  });
}
