import type { ImportMeaning } from "../../contracts/choices.ts";
import { cutOff, isPlaceholder, readCellText } from "./cell-text.ts";
import {
  findWordField,
  IMPORT_FORMATS,
  type ImportMapping,
  WORD_FIELDS,
  type WordField,
} from "./formats.ts";
import { isKnownMethod, saysHowItWasPaid } from "./read-method.ts";

/** For each column, what its words mean. Words are in lowercase. */
export type ImportMeanings = Readonly<Record<string, Readonly<Record<string, ImportMeaning>>>>;

const WORD_MAX = 100;

/** Returns the word in a cell as `ImportMeanings` has it. */
export const readWord = (cell: string): string => {
  const text = readCellText(cell);
  return isPlaceholder(text) ? "" : cutOff(text.toLowerCase(), WORD_MAX);
};

type Patterns = readonly (readonly [ImportMeaning, RegExp])[];

/** The words that say the same in every column, in order of precedence. */
const COMMON_WORDS: Patterns = [
  ["test", /^(?:test(?: mode| payment| donation| gift)?|sandbox)$/],
  [
    "pledge",
    /^(?:(?:recurring |open |unpaid |written |verbal )?(?:pledged?|promised?)|pledge balance)$/,
  ],
  ["partly_refunded", /^(?:partial(?:ly)? refund(?:ed)?|refunded (?:partially|in part))$/],
  ["not_paid", /^(?:failed|failure|pending|processing|in progress|abandoned|revoked|preapproval)$/],
  ["not_paid", /^(?:cancell?ed|authorized|incomplete|blocked|expired|uncaptured|declined|denied)$/],
  [
    "not_paid",
    /^(?:unpaid|not paid|overdue|void(?:ed)?|returned|bounced|nsf|rejected|error|scheduled)$/,
  ],
  ["not_paid", /^(?:closed lost$|requires )/],
  [
    "skip",
    /^(?:in kind\b|gifts? in kind$|goods$|soft credit$|volunteer (?:time|hours)$|template$)/,
  ],
  [
    "received",
    /^(?:completed?|paid|success|succeeded|successful|publish(?:ed)?|renewal|captured)$/,
  ],
  [
    "received",
    /^(?:received|settled|cleared|deposited|posted|closed won|live|fulfilled|processed)$/,
  ],
];

const REFUNDED =
  /^(?:(?:fully )?refund(?:ed)?|charged back|charge ?back|dispute lost|lost dispute|reversed)$/;
const REFUND = /\brefunds?$|\breversal$|^charge ?back\b/;

/** The words that only one field's column has. */
const FIELD_WORDS: Readonly<Record<WordField, Patterns>> = {
  status: [["refunded", REFUNDED]],
  type: [
    ["refund", REFUND],
    [
      "skip",
      /\b(?:withdrawal|hold|currency conversion|authorization|fee)$|^bank deposit\b|\bhold (?:for|on)\b/,
    ],
    ["received", /\b(?:gift|donation|contribution|payment)s?$/],
    [
      "received",
      /^(?:one[ -]?time|single|once|recurring|monthly|weekly|quarterly|annual(?:ly)?|yearly)$/,
    ],
  ],
  dispute: [
    ["refunded", /^(?:lost|dispute lost|charge refunded|accepted)$/],
    ["received", /^(?:won|dispute won|none|no|false|prevented|warning closed)$/],
  ],
  direction: [
    ["received", /^credit$/],
    ["skip", /^(?:debit|memo)$/],
  ],
  mode: [],
  method: [
    ["refund", REFUND],
    ["received", /\b(?:gift|donation|contribution|payment)s?$/],
  ],
};

/** `Pledge payment` and `Recurring gift pay-cash` are money for an earlier promise. */
const PAID_PROMISE = /^(?:pledge|recurring ?(?:gift|donation)) ?(?=pay)/;

/** What a word is said of: `Returned check`, `Card declined` and `Test donation` say the same as their other word. */
const MONEY_NOUN =
  "(?:(?:credit |debit )?card|checks?|cheques?|(?:payment|donation|gift|contribution|transaction|charge)s?)";
const LEADING_NOUN = new RegExp(`^${MONEY_NOUN} (?:was |is )?(?=\\S)`);
const TRAILING_NOUN = new RegExp(` ${MONEY_NOUN}$`);

/** Words that say that a gift or a way to pay may not be money that arrived. */
const DOUBT = new RegExp(
  [
    String.raw`\b(?:pledge|promise|planned|intention|deferred|future|expected|soft|hard credit|memo|in kind|return|bounce)`,
    String.raw`\b(?:charge ?back|dispute|revers|refund|fail|declin|reject|den(?:y|ied)|cancel|expire|pending|draft)`,
    String.raw`\b(?:delete|duplicate|sandbox|payout|expense|withdraw|purchase|gift card|ticket|loan|write|adjust)`,
    String.raw`\b(?:nsf|void(?:ed)?|hold|unpaid|un\w+ed|not?|test|demo|fees?|bill|mass|out|to)\b`,
  ].join("|"),
);

/** In a column of types, these can also be money that left, a move between accounts or a plan without money. */
const DOUBTFUL_TYPE = /\bdebit$|^transfer$|^recurring (?:gift|donation)s?$|\bpaid$/;

const findIn = (patterns: Patterns, word: string): ImportMeaning | undefined =>
  patterns.find(([, pattern]) => pattern.test(word))?.[0];

const YES = /^(?:yes|y|true|t|1|x)$/;
const NO = /^(?:no|n|false|f|0)$/;

/** A column of yes and no says something only together with its heading, such as `Test`. */
function findFlagMeaning(word: string, heading: string): ImportMeaning | undefined {
  const isYes = YES.test(word);
  if (!isYes && !NO.test(word)) return undefined;
  const name = heading.toLowerCase();
  if (/\blive/.test(name)) return isYes ? "received" : "test";
  if (/\b(?:test|demo)\b/.test(name)) return isYes ? "test" : "received";
  return undefined;
}

/** Reads a type or a way to pay, which says that money arrived unless one of its words casts doubt on that. */
function findMeaningOfType(field: "method" | "type", type: string): ImportMeaning | undefined {
  const plain = type.replace(PAID_PROMISE, "");
  const isDoubtful = DOUBT.test(plain) || (field === "type" && DOUBTFUL_TYPE.test(plain));
  const word = plain.replace(LEADING_NOUN, "").replace(TRAILING_NOUN, "");
  // A pledge's check may be the pledge or the money for it.
  const said = word === plain || word === "pledge" ? undefined : findIn(COMMON_WORDS, word);
  const known = [said, findIn(FIELD_WORDS[field], plain)].find(
    (meaning) => meaning !== undefined && (meaning !== "received" || !isDoubtful),
  );
  if (known !== undefined) return known;
  const isWayToPay = field === "type" ? saysHowItWasPaid(plain) : isKnownMethod(plain);
  return isWayToPay && !isDoubtful ? "received" : undefined;
}

const findStatuses = (source: string | undefined) =>
  IMPORT_FORMATS.find((format) => format.source === source)?.statuses;

/**
 * Returns what a word means without asking, or undefined if it has to be asked. A blank cell means nothing special.
 * `source` is the file's format.
 */
export function findKnownMeaning(
  field: WordField | undefined,
  word: string,
  heading: string,
  source?: string,
): ImportMeaning | undefined {
  if (word === "") return "received";
  const status = field === "status" ? findStatuses(source)?.[word] : undefined;
  if (status !== undefined) return status;
  const plain = word.replaceAll(/[^\p{L}\p{N}/]+/gu, " ").trim();
  const known =
    findFlagMeaning(word, heading) ??
    // An open dispute isn't an open donation.
    (field === "dispute" ? undefined : findIn(COMMON_WORDS, plain));
  if (known !== undefined) return known;
  return field === "method" || field === "type"
    ? findMeaningOfType(field, plain)
    : findIn(FIELD_WORDS[field ?? "status"], plain);
}

interface WordColumn {
  readonly column: number;
  /** Undefined for a column that isn't mapped, but has words such as "pledge". */
  readonly field: WordField | undefined;
}

/** Returns the columns that nobody chose, but whose headings say that they have types or statuses. */
export const listStrayWordColumns = (
  headings: readonly string[],
  mapping: ImportMapping,
): readonly number[] => {
  const taken = new Set(Object.values(mapping));
  return headings.flatMap((heading, column) =>
    taken.has(column) || findWordField(heading) === undefined ? [] : [column],
  );
};

/**
 * Returns an instruction that names a column of types or statuses of which nobody has said anything, or null. Its
 * meanings may be empty, which says that its words don't decide whether money arrived.
 */
export function findMeaningsProblem(
  headings: readonly string[],
  mapping: ImportMapping,
  meanings: ImportMeanings,
): string | null {
  const column = listStrayWordColumns(headings, mapping).find((stray) => !meanings[stray]);
  return column === undefined
    ? null
    : `Say what the words in “${headings[column]?.trim()}” mean, or that they don't matter.`;
}

/** Returns the columns whose words decide whether a row is stored. */
export function listWordColumns(
  mapping: ImportMapping,
  meanings: ImportMeanings,
  headings: readonly string[],
): readonly WordColumn[] {
  const mapped = WORD_FIELDS.flatMap((field) => {
    const column = mapping[field];
    return column === undefined ? [] : [{ column, field }];
  });
  const columns = new Set(mapped.map(({ column }) => column));
  const others = Object.entries(meanings)
    .filter(([column, words]) => !columns.has(Number(column)) && Object.keys(words).length > 0)
    .map(([column]) => ({
      column: Number(column),
      field: findWordField(headings[Number(column)] ?? ""),
    }));
  return [...mapped, ...others];
}

/** If the words of several columns disagree, the first of these wins. */
export const MEANING_ORDER: readonly ImportMeaning[] = [
  "test",
  "not_paid",
  "pledge",
  "refund",
  "skip",
  "refunded",
  "partly_refunded",
  "received",
];

const LEFT_OUT: ReadonlySet<ImportMeaning | undefined> = new Set([
  "test",
  "not_paid",
  "pledge",
  "skip",
]);

/** Returns whether a row isn't stored if one of its words means this, whatever its other words mean. */
export const leavesOut = (meaning: ImportMeaning | undefined): boolean => LEFT_OUT.has(meaning);
