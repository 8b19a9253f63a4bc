import { useRef, useState, type SubmitEvent } from "react";
import {
  type ErasurePreview,
  useErasurePreview,
  useStartErasure,
} from "#data/erasures/mutations.ts";
import type { ChosenRecords } from "#data/people/queries.ts";
import { Button } from "#ui/button.tsx";
import { TextField } from "#ui/fields/field.tsx";
import { showFailure } from "#ui/messages/show-failure.ts";
import { showSuccess } from "#ui/messages/show-success.ts";
import { QueryStates } from "#admin/query-states.tsx";
import { ErasurePreviewDetails } from "./erasure-preview.tsx";
import type { ListedMention } from "./mention-links.ts";
import { mentionKey, Mentions } from "./mentions.tsx";

export interface ErasePersonProps {
  readonly records: ChosenRecords;
  readonly onErased: () => void;
  readonly onCancel: () => void;
}

const orList = new Intl.ListFormat("en-US", { type: "disjunction" });

const isConfirmation = ({ confirmations }: ErasurePreview, typedText: string): boolean =>
  confirmations.some((text) => text.toLowerCase() === typedText.trim().toLowerCase());

/** Groups the chosen mentions by column, so that thousands of them fit into one request. */
function groupMentions(mentions: readonly ListedMention[]) {
  const groups = new Map<string, { table: string; column: string; ids: string[] }>();
  for (const { table, column, id } of mentions) {
    const key = `${table} ${column}`;
    const group = groups.get(key) ?? { table, column, ids: [] };
    groups.set(key, group);
    group.ids.push(id);
  }
  return [...groups.values()];
}

interface ConfirmationProps extends ErasePersonProps {
  readonly preview: ErasurePreview;
  readonly chosenKeys: ReadonlySet<string>;
  readonly onRejected: () => void;
}

/** Administrators must type the name, so that they don't erase the wrong person. */
const Confirmation = (props: ConfirmationProps) => {
  const { preview, chosenKeys, records, onErased, onCancel, onRejected } = props;
  const start = useStartErasure();
  const [typedText, setTypedText] = useState("");
  const [error, setError] = useState<string>();
  const attempt = useRef({ request: "", key: "" });
  const { confirmations, fingerprint } = preview;
  const erase = async (event: SubmitEvent) => {
    event.preventDefault();
    if (!isConfirmation(preview, typedText)) {
      setError("Type the name or the email address exactly as it's shown.");
      return;
    }
    setError(undefined);
    const mentions = groupMentions(
      preview.mentions.filter((mention) => chosenKeys.has(mentionKey(mention))),
    );
    // A retry of the same request has the same key, so that a lost response doesn't cause a second erasure.
    const request = JSON.stringify([fingerprint, mentions]);
    if (attempt.current.request !== request)
      attempt.current = { request, key: crypto.randomUUID() };
    try {
      await start.mutateAsync({
        body: { records, confirmation: typedText.trim(), fingerprint, mentions },
        idempotencyKey: attempt.current.key,
      });
      showSuccess(
        "The person's data was erased. Files and pages are being updated in the background",
      );
      onErased();
    } catch (failure) {
      showFailure("A person could not be erased", failure, {
        title: "Nothing was erased",
        fallback: "We couldn't erase the person's data. Please try again.",
      });
      onRejected();
    }
  };
  return (
    <form noValidate aria-label="Erase this person" onSubmit={(event) => void erase(event)}>
      <TextField
        label="Type the name or email to confirm"
        description={`Type ${orList.format(confirmations)}. This can't be undone.`}
        autoComplete="off"
        maxLength={254}
        value={typedText}
        error={error}
        onValue={setTypedText}
      />
      <div className="mt-5 flex flex-wrap gap-3">
        <Button type="submit" variant="danger" busy={start.isPending}>
          Erase forever
        </Button>
        <Button variant="ghost" disabled={start.isPending} onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
};

/** Shows what erasing a person would do, and erases them once their name is typed. */
export const ErasePerson = (props: ErasePersonProps) => {
  const query = useErasurePreview(props.records);
  const [chosenKeys, setChosenKeys] = useState<ReadonlySet<string>>(new Set());
  return (
    <QueryStates query={query} subject="the preview">
      {(preview) => (
        <div className="grid gap-5">
          <ErasurePreviewDetails preview={preview} />
          {preview.mentions.length > 0 && (
            <Mentions
              mentions={preview.mentions}
              chosenKeys={chosenKeys}
              onChoose={setChosenKeys}
            />
          )}
          {preview.obstacles.length === 0 ? (
            <Confirmation
              {...props}
              preview={preview}
              chosenKeys={chosenKeys}
              onRejected={() => void query.refetch()}
            />
          ) : (
            <div>
              <Button variant="outline" onClick={props.onCancel}>
                Close
              </Button>
            </div>
          )}
        </div>
      )}
    </QueryStates>
  );
};
