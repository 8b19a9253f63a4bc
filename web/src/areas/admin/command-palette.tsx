import { Command } from "cmdk";
import { useState, type ReactNode } from "react";
import { useNavigate } from "react-router-dom";
import { donations } from "#data/donations/resource.ts";
import { events } from "#data/events/resource.ts";
import { useRecords, type Resource } from "#data/resource.ts";
import { volunteers } from "#data/volunteers/resource.ts";
import { calendarDay } from "#lib/format.ts";
import { useDebounced } from "#lib/use-debounced.ts";
import { Dialog } from "#ui/dialogs/dialog.tsx";
import { replacesDialogEntry } from "#ui/dialogs/use-back-closes.ts";
import { registeredSections, sectionAddress } from "./sections.ts";

const SEARCH_DELAY_MS = 250;
const MIN_SEARCH_LENGTH = 2;
const RESULT_LIMIT = 5;

interface Target {
  readonly label: string;
  readonly detail?: string;
  /** The path after `/dashboard`. */
  readonly address: string;
}

const listAddress = (address: string, search: string) =>
  `${address}?${new URLSearchParams({ q: search })}`;

/** Every section, each further panel of a section, and the collapsible panels. */
const SECTION_TARGETS: readonly Target[] = registeredSections().flatMap(
  ({ name, label, panels, collapsiblePanels }) => [
    { label, address: sectionAddress(name) },
    ...panels.slice(1).map((panel) => ({
      label: panel.label,
      detail: label,
      address: `${name}/${panel.name}`,
    })),
    ...Object.entries(collapsiblePanels ?? {}).map(([panelName, panelLabel]) => ({
      label: panelLabel,
      detail: label,
      address: `${name}?panel=${panelName}`,
    })),
  ],
);

const matches = ({ label, detail = "" }: Target, search: string): boolean =>
  `${label} ${detail}`.toLowerCase().includes(search.toLowerCase());

interface GroupProps {
  readonly heading: string;
  readonly targets: readonly Target[];
  readonly onChoose: (target: Target) => void;
}

const Group = ({ heading, targets, onChoose }: GroupProps) =>
  targets.length > 0 && (
    <Command.Group
      heading={heading}
      className="[&_[cmdk-group-heading]]:quiet mt-3 [&_[cmdk-group-heading]]:px-3 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-sm [&_[cmdk-group-heading]]:font-semibold"
    >
      {targets.map((target) => (
        <Command.Item
          key={target.address}
          value={`${heading} ${target.address}`}
          onSelect={() => onChoose(target)}
          className="data-[selected=true]:bg-base-200 flex min-h-11 cursor-pointer flex-wrap items-center gap-x-3 rounded-xl px-3 py-1.5"
        >
          <span className="font-medium">{target.label}</span>{" "}
          {target.detail && <span className="quiet text-sm break-words">{target.detail}</span>}
        </Command.Item>
      ))}
    </Command.Group>
  );

interface ResourceResultsProps<Row> extends Omit<GroupProps, "targets"> {
  readonly resource: Resource<Row, unknown, unknown>;
  readonly search: string;
  readonly targetOf: (row: Row) => Target;
}

/** Lists server search results. Rows with the same address, such as several donations by one donor, appear once. */
const ResourceResults = <Row,>({
  resource,
  search,
  targetOf,
  ...group
}: ResourceResultsProps<Row>) => {
  const { data } = useRecords(resource, { search, limit: RESULT_LIMIT });
  const targets = new Map(data?.rows.map(targetOf).map((target) => [target.address, target]));
  return <Group {...group} targets={[...targets.values()]} />;
};

interface ResultsProps {
  readonly search: string;
  readonly onChoose: GroupProps["onChoose"];
}

const Results = ({ search, onChoose }: ResultsProps): ReactNode => (
  <>
    <ResourceResults
      heading="Donors"
      resource={donations}
      search={search}
      onChoose={onChoose}
      targetOf={({ firstName, lastName, email }) => ({
        label: `${firstName} ${lastName}`.trim(),
        detail: email,
        address: listAddress("donations", email),
      })}
    />
    <ResourceResults
      heading="Volunteers"
      resource={volunteers}
      search={search}
      onChoose={onChoose}
      targetOf={({ name, email }) => ({
        label: name,
        detail: email,
        address: listAddress("volunteers/directory", email),
      })}
    />
    <ResourceResults
      heading="Events"
      resource={events}
      search={search}
      onChoose={onChoose}
      targetOf={({ id, eventType, date, address }) => ({
        label: `${eventType}, ${calendarDay(date)}`,
        detail: address,
        address: `events?roster=${id}`,
      })}
    />
  </>
);

/**
 * Sets the attribute, because a native dialog would otherwise focus its first button and React never sets it for
 * `autoFocus`.
 */
const setAutofocus = (input: HTMLInputElement | null) => input?.setAttribute("autofocus", "");

export interface CommandPaletteProps {
  readonly open: boolean;
  readonly onClose: () => void;
  /** Builds addresses under `/dashboard` or `/admin`. */
  readonly base: (section?: string) => string;
}

/** Jumps to any section, donor, volunteer, or event from a few typed letters. */
export const CommandPalette = ({ open, onClose, base }: CommandPaletteProps) => {
  const [typedText, setTypedText] = useState("");
  const search = useDebounced(typedText.trim(), SEARCH_DELAY_MS);
  const navigate = useNavigate();
  const choose = ({ address }: Target) => {
    void navigate(base(address), { replace: replacesDialogEntry() });
    setTypedText("");
    onClose();
  };
  return (
    <Dialog open={open} onClose={onClose} title="Go to">
      <Command label="Go to" shouldFilter={false} className="pt-1">
        <Command.Input
          ref={setAutofocus}
          value={typedText}
          onValueChange={setTypedText}
          placeholder="Find a section, donor, volunteer or event"
          className="input w-full"
        />
        <Command.List label="Results" className="min-h-64">
          <Command.Empty className="quiet px-3 py-6 text-center">
            No results for “{typedText}”
          </Command.Empty>
          <Group
            heading="Sections"
            targets={SECTION_TARGETS.filter((target) => matches(target, typedText.trim()))}
            onChoose={choose}
          />
          {search.length >= MIN_SEARCH_LENGTH && <Results search={search} onChoose={choose} />}
        </Command.List>
      </Command>
    </Dialog>
  );
};
