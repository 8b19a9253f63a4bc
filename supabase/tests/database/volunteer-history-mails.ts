/** What is true about someone and an event. gone: marked absent before the start. */
export interface Truth {
  readonly person: string;
  readonly event: string;
  readonly date: string;
  readonly start: string;
  readonly today: string;
  readonly isAhead: boolean;
  readonly isOn: boolean;
  readonly isActive: boolean;
  readonly isOpen: boolean;
  readonly attendance: string | null;
  readonly state: "on" | "waiting" | "off" | "gone";
}

interface SentMail {
  readonly template: string;
  readonly data: Readonly<Record<string, string | null>>;
  readonly event: string;
  readonly person: string;
}

/** What happened in a step: the emails that left, or the outcome of a merge. */
export interface LogEntry {
  readonly kind: string;
  readonly refusal?: string;
  readonly message?: string;
  readonly outcome?: unknown;
  readonly truths?: readonly Truth[];
  /** What was true before the step, if days went by. */
  readonly before?: readonly Truth[];
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
  readonly start: string | null;
  readonly template: string;
  readonly data: string;
  /** Since the email, someone corrected the event to a time in the past. Nobody is told about those. */
  readonly wasPast?: boolean;
}

/** The person was merged, or a merge was undone: they know what was true then. */
const learn = (truth: Truth): Knowledge => ({
  // Who was marked absent beforehand was told of the spot.
  saysOn: (truth.state === "on" || truth.state === "gone") && truth.isOn,
  start: `${truth.date} ${truth.start}`,
  template: "",
  data: "",
});

const readKnowledge = ({ template, data }: SentMail): Knowledge => ({
  saysOn: isAboutSpot(template) && data["standing"] !== WAITING,
  start: `${data["eventDate"]} ${data["startTime"]}`,
  template,
  data: JSON.stringify(data),
});

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
      const truth = entry.truths!.find((row) => keyOf(row) === keyOf(mail));
      if (truth === undefined) continue;
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

/** Moves what someone knows by the days that went by. */
function moveDays(knowledge: Map<string, Knowledge>, entry: LogEntry, before: readonly Truth[]) {
  for (const truth of entry.truths!) {
    const known = knowledge.get(keyOf(truth));
    const old = before.find((row) => keyOf(row) === keyOf(truth));
    if (known?.start == null || old === undefined) continue;
    const days = Date.parse(truth.date) - Date.parse(old.date);
    const [date, time] = known.start.split(" ") as [string, string];
    const moved = new Date(Date.parse(date) + days).toISOString().slice(0, 10);
    knowledge.set(keyOf(truth), { ...known, start: `${moved} ${time}` });
  }
}

/** Returns what someone doesn't know at the end about a shift that is ahead. */
export function findGaps(log: readonly LogEntry[], end: readonly Truth[]): string[] {
  const knowledge = new Map<string, Knowledge>();
  for (const entry of log) {
    if (isMerge(entry))
      for (const truth of entry.truths!) {
        const known = truth.state === "gone" ? knowledge.get(keyOf(truth)) : undefined;
        knowledge.set(keyOf(truth), known ?? learn(truth));
      }
    if (entry.kind === "pass" && entry.truths && entry.before)
      moveDays(knowledge, entry, entry.before);
    for (const truth of entry.kind === "move" ? entry.truths! : []) {
      const known = knowledge.get(keyOf(truth));
      if (known && !truth.isAhead) knowledge.set(keyOf(truth), { ...known, wasPast: true });
    }
    for (const mail of readMails(entry)) knowledge.set(keyOf(mail), readKnowledge(mail));
  }
  return end.flatMap((truth) => {
    const known = knowledge.get(keyOf(truth));
    if (!truth.isAhead || !truth.isOpen || truth.state === "waiting" || truth.state === "gone")
      return [];
    const isRight =
      truth.state === "on" && truth.isOn
        ? known?.saysOn === true && known.start === `${truth.date} ${truth.start}`
        : // Nobody hears that a shift that they know as a past one is canceled.
          known?.saysOn !== true || known.wasPast === true || known.start! <= `${truth.today} 24`;
    return isRight
      ? []
      : [`not told: knows ${known?.template} ${known?.start}: ${JSON.stringify(truth)}`];
  });
}
