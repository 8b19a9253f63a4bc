import { Command } from "cmdk";
import { useState, type ReactNode } from "react";
import { useNavigate } from "react-router-dom";
import { fold, foldWords } from "#rules/fold.ts";
import { formatFullName } from "#rules/names.ts";
import { donorChoices } from "#data/donors/resource.ts";
import { events } from "#data/events/resource.ts";
import { useRecords, type Resource } from "#data/resource.ts";
import { volunteers } from "#data/volunteers/resource.ts";
import { calendarDay } from "#lib/format.ts";
import { useDebounced } from "#lib/use-debounced.ts";
import { Dialog } from "#ui/dialogs/dialog.tsx";
import { replacesDialogEntry } from "#ui/dialogs/use-close-on-back.ts";
import type { OwnAreas } from "#contracts/choices.ts";
import { useHasArea, useOwnAreas } from "./own-areas.ts";
import { listOwnActions } from "./palette-actions.ts";
import { listVisibleSections, sectionSubpath } from "./sections.ts";

const SEARCH_DELAY_MS = 250;
const MIN_SEARCH_LENGTH = 2;
const RESULT_LIMIT = 5;

interface Target {
  readonly label: string;
  readonly detail?: string;
  /** Words that find the target, although it doesn't show them. */
  readonly keywords?: string;
  /** The path after `/dashboard`. */
  readonly path: string;
}

/** Lists every section, its panels except the first one, and its collapsible panels. */
const listSectionTargets = (areas: OwnAreas): readonly Target[] =>
  listVisibleSections(areas).flatMap(({ name, label, panels, collapsiblePanels }) => [
    { label, path: sectionSubpath(name) },
    ...panels.slice(1).map((panel) => ({
      label: panel.label,
      detail: label,
      path: `${name}/${panel.name}`,
    })),
    ...Object.entries(collapsiblePanels ?? {}).map(([panelName, panelLabel]) => ({
      label: panelLabel,
      detail: label,
      path: `${name}?panel=${panelName}`,
    })),
  ]);

/** Articles, which people may leave out or type. */
const ARTICLES: ReadonlySet<string> = new Set(["a", "an", "the"]);

const matchesSearch = ({ label, detail = "", keywords = "" }: Target, search: string): boolean => {
  const text = fold(`${label} ${detail} ${keywords}`);
  return foldWords(search)
    .filter((word) => !ARTICLES.has(word))
    .every((word) => text.includes(word));
};

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
          key={`${target.label} ${target.path}`}
          value={`${heading} ${target.label} ${target.path}`}
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

/** Lists server search results. */
const ResourceResults = <Row,>({
  resource,
  search,
  targetOf,
  ...groupProps
}: ResourceResultsProps<Row>) => {
  const { data } = useRecords(resource, { search, limit: RESULT_LIMIT });
  return <Group {...groupProps} targets={data?.rows.map(targetOf) ?? []} />;
};

interface ResultsProps {
  readonly search: string;
  readonly onChoose: GroupProps["onChoose"];
}

const PeopleResults = (props: ResultsProps): ReactNode => (
  <>
    <ResourceResults
      {...props}
      heading="Volunteers"
      resource={volunteers}
      targetOf={({ id, name, email }) => ({
        label: name,
        detail: email ?? undefined,
        path: `volunteers/people/${id}`,
      })}
    />
    <ResourceResults
      {...props}
      heading="Events"
      resource={events}
      targetOf={({ id, eventType, date, address }) => ({
        label: `${eventType}, ${calendarDay(date)}`,
        detail: address,
        path: `events?roster=${id}`,
      })}
    />
  </>
);

const Results = (props: ResultsProps): ReactNode => (
  <>
    {useHasArea("giving") && (
      <ResourceResults
        {...props}
        heading="Donors"
        resource={donorChoices}
        targetOf={(donor) => ({
          label: formatFullName(donor),
          ...(donor.email !== null && { detail: donor.email }),
          path: `donations/donors/${donor.id}`,
        })}
      />
    )}
    {useHasArea("volunteers") && <PeopleResults {...props} />}
  </>
);

/**
 * Sets the `autofocus` attribute, which React's `autoFocus` doesn't. Without the attribute, the native dialog would
 * focus its first button.
 */
const setAutofocus = (input: HTMLInputElement | null) => input?.setAttribute("autofocus", "");

export interface CommandPaletteProps {
  readonly open: boolean;
  readonly onClose: () => void;
  /** Builds a path under `/dashboard` or `/admin`. */
  readonly buildPath: (section?: string) => string;
}

/** Lets an administrator start an action, or jump to any section, donor, volunteer, or event. */
export const CommandPalette = ({ open, onClose, buildPath }: CommandPaletteProps) => {
  const [inputText, setInputText] = useState("");
  const search = useDebounced(inputText.trim(), SEARCH_DELAY_MS);
  const navigate = useNavigate();
  const areas = useOwnAreas();
  const findMatches = (targets: readonly Target[]) =>
    targets.filter((target) => matchesSearch(target, inputText.trim()));
  const choose = ({ path }: Target) => {
    void navigate(buildPath(path), { replace: replacesDialogEntry() });
    setInputText("");
    onClose();
  };
  return (
    <Dialog open={open} onClose={onClose} title="Go to">
      <Command label="Go to" shouldFilter={false} className="pt-1">
        <Command.Input
          ref={setAutofocus}
          value={inputText}
          onValueChange={setInputText}
          placeholder="Find a section, action, person or event"
          className="input w-full"
        />
        <Command.List label="Results" className="min-h-64">
          <Command.Empty className="quiet px-3 py-6 text-center">
            No results for “{inputText}”
          </Command.Empty>
          <Group
            heading="Sections"
            targets={findMatches(listSectionTargets(areas))}
            onChoose={choose}
          />
          <Group heading="Actions" targets={findMatches(listOwnActions(areas))} onChoose={choose} />
          {search.length >= MIN_SEARCH_LENGTH && <Results search={search} onChoose={choose} />}
        </Command.List>
      </Command>
    </Dialog>
  );
};
