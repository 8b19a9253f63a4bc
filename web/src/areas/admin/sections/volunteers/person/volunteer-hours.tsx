import { hourEntries, type HourEntry } from "#data/hour-entries/resource.ts";
import { shortDay } from "#lib/format.ts";
import { ChildList } from "#admin/child-list.tsx";
import { StatusBadge } from "#kit/lists/status-badge.tsx";
import { HOUR_ENTRY_STATUS, HourEntryEditor } from "../hour-entry-editor.tsx";
import { ApproveHours, RejectHours } from "../review-hours.tsx";

const EntryDetails = (entry: HourEntry) => (
  <>
    {shortDay(entry.date)}, {entry.hours.toFixed(2)} hours,{" "}
    {entry.enteredBy === null ? "handed in by the volunteer" : `entered by ${entry.enteredBy}`}{" "}
    {entry.status !== "approved" && <StatusBadge looks={HOUR_ENTRY_STATUS} status={entry.status} />}
    {entry.status === "approved" && !entry.isCounted && (
      <span className="block">
        Not counted, because of the shift that day: {entry.shiftThatDay}. If they come on top, edit
        them and say so.
      </span>
    )}
  </>
);

/** The hours that someone worked outside shifts. */
export const VolunteerHours = ({ personId }: { readonly personId: string }) => (
  <ChildList
    pluralNoun="hours outside shifts"
    resource={hourEntries}
    parent={{ personId }}
    nameOf={({ activity }) => activity}
    renderDetails={(entry) => <EntryDetails {...entry} />}
    renderActions={(entry) => <ApproveHours entry={entry} />}
    editing={{
      noun: "hours",
      Editor: HourEntryEditor,
      renderMenuActions: (entry) => <RejectHours entry={entry} />,
      deleteQuestion: "They won't count anymore. This can't be undone.",
    }}
    addLabel="Add hours outside shifts"
    emptyText="Nothing yet."
  />
);
