import UserPlus from "lucide-react/icons/user-plus";
import { useState } from "react";
import { useCreateRecord, useRecords } from "#data/resource.ts";
import { participants } from "#data/volunteer-event-registrations/resource.ts";
import { type DirectoryEntry, volunteers } from "#data/volunteers/resource.ts";
import { useDebounced } from "#lib/use-debounced.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialogs/dialog.tsx";
import { TextField } from "#ui/fields/field.tsx";
import { showFailure } from "#ui/messages/show-failure.ts";
import { showSuccess } from "#ui/messages/show-success.ts";
import { QueryStates } from "#admin/query-states.tsx";
import { useEmailBox } from "#admin/use-email-box.tsx";
import { useOverlapQuestion } from "#admin/use-overlap-question.tsx";

const SEARCH_DELAY_MS = 300;
const RESULT_LIMIT = 8;

interface AddParticipantProps {
  readonly eventId: string;
  readonly hasStarted: boolean;
}

interface SearchResultsProps extends Pick<AddParticipantProps, "eventId"> {
  readonly search: string;
  readonly sendsEmail: boolean;
}

const SearchResults = ({ eventId, search, sendsEmail }: SearchResultsProps) => {
  const query = useRecords(volunteers, {
    search,
    isActive: "true",
    withoutEventId: eventId,
    sort: "name",
    limit: RESULT_LIMIT,
  });
  const create = useCreateRecord(participants);
  const { put, overlapDialog } = useOverlapQuestion(
    async ({ id, name }: DirectoryEntry, anyway) => {
      await create.mutateAsync({
        values: { eventId, volunteerId: id, sendsEmail, ...(anyway && { anyway }) },
        // Each volunteer can join an event only once, so the ids make a stable idempotency key.
        idempotencyKey: `${eventId}_${id}_${sendsEmail}${anyway ? "_anyway" : ""}`,
      });
      showSuccess(`${name} was added`);
    },
    (error) =>
      showFailure("The volunteer could not be added", error, {
        title: "Error",
        fallback: "We couldn't add the volunteer. Please try again.",
      }),
  );
  return (
    <QueryStates query={query} subject="volunteers">
      {({ rows, hasMore }) => (
        <>
          <ul className="grid gap-2" aria-label="Volunteers found">
            {rows.map((person) => (
              <li
                key={person.id}
                className="border-base-300 rounded-box flex items-center gap-3 border p-3"
              >
                <span className="min-w-0 flex-1">
                  <span className="font-semibold">{person.name}</span>
                  <span className="quiet block truncate text-sm">
                    {person.email ?? person.contactEmail ?? person.phone}
                  </span>
                </span>
                <Button
                  size="sm"
                  disabled={create.isPending}
                  aria-label={`Add ${person.name}`}
                  onClick={() => void put(person)}
                >
                  Add
                </Button>
              </li>
            ))}
          </ul>
          {rows.length === 0 && <p className="quiet">Nobody else matches your search.</p>}
          {hasMore && (
            <p className="quiet mt-2 text-sm">
              There are more matches. Keep typing to narrow them down.
            </p>
          )}
          {overlapDialog}
        </>
      )}
    </QueryStates>
  );
};

const VolunteerSearch = ({ eventId, hasStarted }: AddParticipantProps) => {
  const [inputText, setInputText] = useState("");
  const search = useDebounced(inputText.trim(), SEARCH_DELAY_MS);
  const { sendsEmail, emailBox } = useEmailBox("Email the volunteer about it");
  return (
    <div className="grid gap-4">
      <TextField
        type="search"
        label="Name or email"
        autoComplete="off"
        value={inputText}
        onValue={setInputText}
      />
      {hasStarted || emailBox}
      <SearchResults eventId={eventId} search={search} sendsEmail={sendsEmail} />
    </div>
  );
};

/** Adds a volunteer who signed up by phone or came without signing up. */
export const AddParticipant = (props: AddParticipantProps) => {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="outline" onClick={() => setOpen(true)}>
        <UserPlus aria-hidden="true" size={18} />
        Add volunteer
      </Button>
      <Dialog
        open={isOpen}
        onClose={() => setOpen(false)}
        title="Add a volunteer"
        description="You can add any active volunteer who isn't on the roster, even without a login or an email address."
      >
        <VolunteerSearch {...props} />
      </Dialog>
    </>
  );
};
