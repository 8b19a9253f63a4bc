import { useState } from "react";
import { Link } from "react-router-dom";
import { countWithNoun, shortDay } from "#lib/format.ts";
import { formatFieldLabel } from "#rules/audit-changes.ts";
import { Button } from "#ui/button.tsx";
import { CheckField } from "#ui/fields/check-field.tsx";
import { findMentionLink, type ListedMention } from "./mention-links.ts";

/** A person can be mentioned thousands of times. */
const SHOWN_COUNT = 50;

export const mentionKey = ({ table, id, column }: ListedMention): string =>
  `${table} ${id} ${column}`;

const canBlank = ({ stays }: ListedMention): boolean => stays === null;

/** Titles from the database have keys, such as `privacy_policy`, and days as the database writes them. */
const formatTitle = (title: string): string =>
  /^[a-z]+(?:_[a-z]+)*$/v.test(title)
    ? formatFieldLabel(title)
    : title.replaceAll(/\d{4}-\d{2}-\d{2}/gv, (day) => shortDay(day));

const getMentionLabel = ({ table, column, title }: ListedMention): string =>
  `${formatFieldLabel(table)}: ${title ? `${formatTitle(title)}, ` : ""}${formatFieldLabel(column).toLowerCase()}`;

const Excerpt = ({ mention }: { readonly mention: ListedMention }) => {
  const link = findMentionLink(mention);
  return (
    <>
      {mention.excerpt && <span className="wrap-anywhere">“{mention.excerpt}” </span>}
      {mention.stays && <>{mention.stays} </>}
      {link && (
        <Link
          className="link whitespace-nowrap"
          to={link}
          target="_blank"
          rel="noopener"
          aria-label={`Open ${getMentionLabel(mention)}, in a new tab`}
        >
          Open
        </Link>
      )}
    </>
  );
};

interface MentionItemProps {
  readonly mention: ListedMention;
  readonly isChosen: boolean;
  readonly onChoose: (isChosen: boolean) => void;
}

const MentionItem = ({ mention, isChosen, onChoose }: MentionItemProps) =>
  canBlank(mention) ? (
    <CheckField
      label={<span className="wrap-anywhere">{getMentionLabel(mention)}</span>}
      description={<Excerpt mention={mention} />}
      checked={isChosen}
      onValue={onChoose}
    />
  ) : (
    <div className="py-2">
      <p className="font-semibold wrap-anywhere">{getMentionLabel(mention)}</p>
      <p className="quiet text-sm">
        <Excerpt mention={mention} />
      </p>
    </div>
  );

export interface MentionsProps {
  readonly mentions: readonly ListedMention[];
  readonly chosenKeys: ReadonlySet<string>;
  readonly onChoose: (keys: ReadonlySet<string>) => void;
}

/** Lists where other texts mention the person, so that an owner can choose the ones to blank. */
export const Mentions = ({ mentions, chosenKeys, onChoose }: MentionsProps) => {
  const [shownCount, setShownCount] = useState(SHOWN_COUNT);
  const blankableKeys = mentions.filter(canBlank).map(mentionKey);
  const choose = (mention: ListedMention, isChosen: boolean) => {
    const next = new Set(chosenKeys);
    if (isChosen) next.add(mentionKey(mention));
    else next.delete(mentionKey(mention));
    onChoose(next);
  };
  const chosenCount = mentions.filter((mention) => chosenKeys.has(mentionKey(mention))).length;
  const hiddenCount = mentions.length - shownCount;
  return (
    <section aria-label="Mentions in other records" className="grid gap-3">
      <h3 className="font-semibold">Mentions in other records</h3>
      <p className="text-sm">
        {countWithNoun(mentions.length, "other text mentions", "other texts mention")} this person.
        Choose the ones to blank: “erased” replaces the person's words, and the rest of the text
        stays. The others stay as they are. Every other owner gets an email about it.
      </p>
      <div className="flex flex-wrap items-center gap-3">
        <Button
          variant="outline"
          size="sm"
          disabled={chosenCount === blankableKeys.length}
          onClick={() => onChoose(new Set(blankableKeys))}
        >
          Choose all {blankableKeys.length}
        </Button>
        <Button
          variant="ghost"
          size="sm"
          disabled={chosenCount === 0}
          onClick={() => onChoose(new Set())}
        >
          Choose none
        </Button>
        <output className="quiet text-sm">{chosenCount} chosen</output>
      </div>
      <ul className="divide-base-300 divide-y">
        {mentions.slice(0, shownCount).map((mention) => (
          <li key={mentionKey(mention)} className="py-1">
            <MentionItem
              mention={mention}
              isChosen={chosenKeys.has(mentionKey(mention))}
              onChoose={(isChosen) => choose(mention, isChosen)}
            />
          </li>
        ))}
      </ul>
      {hiddenCount > 0 && (
        <div>
          <Button
            variant="outline"
            size="sm"
            onClick={() => setShownCount(shownCount + SHOWN_COUNT)}
          >
            Show {Math.min(SHOWN_COUNT, hiddenCount)} of{" "}
            {countWithNoun(hiddenCount, "more text", "more texts")}
          </Button>
        </div>
      )}
    </section>
  );
};
