import { childrenLetters, type ChildrenLetter } from "#data/children-letters/resource.ts";
import { DeleteButton } from "#kit/forms/delete-button.tsx";
import { RowAction, RowMenu } from "#kit/lists/row-menu.tsx";
import { StatusButton } from "#admin/review/status-button.tsx";
import type { EntryActions } from "../ordered-records.tsx";
import { LETTER_FAILURES, getLetterName } from "./letter-texts.ts";

export interface LetterEntryProps extends EntryActions {
  readonly letter: ChildrenLetter;
  readonly isOnHomePage: boolean;
}

const statusText = ({ letter, isOnHomePage }: LetterEntryProps): string => {
  if (isOnHomePage) return "On the home page";
  return letter.isActive ? "Not showing yet: only the first four appear" : "Hidden";
};

export const LetterEntry = (props: LetterEntryProps) => {
  const { id, text, writer, isActive, updatedAt } = props.letter;
  const name = getLetterName(props.letter);
  return (
    <>
      <blockquote className="font-display wrap-anywhere">“{text}”</blockquote>
      <p className="quiet mt-0.5 text-sm">
        {writer} · {statusText(props)}
      </p>
      <div className="mt-2 flex flex-wrap gap-2">
        <RowAction aria-label={`Edit ${name}`} onClick={props.onEdit}>
          Edit
        </RowAction>
        <RowMenu name={name}>
          <StatusButton
            label={isActive ? "Hide" : "Show"}
            name={name}
            resource={childrenLetters}
            changes={[{ id, changes: { isActive: !isActive, updatedAt } }]}
            texts={{
              success: isActive ? "The letter is hidden" : "Visitors can see the letter again",
              failure: LETTER_FAILURES.update,
            }}
          />
          <DeleteButton
            noun="letter"
            resource={childrenLetters}
            question="This permanently deletes the letter. To take it off the page for now, hide it instead."
            record={{ id, updatedAt }}
            name={name}
            texts={{ success: "Letter deleted", failure: LETTER_FAILURES.remove }}
          />
        </RowMenu>
      </div>
    </>
  );
};
