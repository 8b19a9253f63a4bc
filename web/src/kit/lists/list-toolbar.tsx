import Copy from "lucide-react/icons/copy";
import Search from "lucide-react/icons/search";
import SlidersHorizontal from "lucide-react/icons/sliders-horizontal";
import { useEffect, useId, useRef, useState, type ReactNode } from "react";
import { useHref, useLocation } from "react-router-dom";
import { Button } from "#ui/button.tsx";
import { cx } from "#ui/class-names.ts";
import { copyText } from "#ui/copy-button.tsx";
import { TextField } from "#ui/fields/field.tsx";
import { SelectField } from "#ui/fields/select-field.tsx";
import type { TabFilter } from "./list-tabs.tsx";
import { QUIET_LABEL_CLASS, QUIET_TOOL_CLASS } from "./quiet-tool.ts";
import { RowAction, RowMenu } from "./row-menu.tsx";
import { useIsPhone } from "./use-is-phone.ts";
import type { ListAddress } from "./use-list-address.ts";

const SEARCH_DELAY_MS = 300;
const OTHER_LABEL = "Other";

export interface Filter {
  readonly name: string;
  readonly label: string;
  /**
   * One of the following: options as `value: label`, where no selection shows all rows; a date; an amount in whole
   * dollars; or presets that each set several filters.
   */
  readonly options: Readonly<Record<string, string>> | "day" | "dollars" | readonly Preset[];
  /** What the list shows if no option is selected and that isn't all rows. */
  readonly emptyLabel?: string;
  /** True if an option is always selected, because the list's `defaults` contain one. */
  readonly hasDefault?: true;
}

export interface Preset {
  readonly label: string;
  /** The filters that the preset sets, with their values. */
  readonly values: Readonly<Record<string, string>>;
}

interface FieldText {
  readonly text: string;
  /** The filter's value in the URL when this text was entered. */
  readonly urlValue: string;
  readonly pendingValue?: string | undefined;
}

/**
 * Keeps a field's text until the URL has been updated. If the URL changes for another reason, its value replaces the
 * text.
 */
const useFieldText = (currentValue: string) => {
  const [fieldText, setFieldText] = useState<FieldText>({
    text: currentValue,
    urlValue: currentValue,
  });
  if (fieldText.pendingValue === currentValue && fieldText.urlValue !== currentValue)
    setFieldText({ text: fieldText.text, urlValue: currentValue });
  const text = fieldText.urlValue === currentValue ? fieldText.text : currentValue;
  const setText = (text: string, pendingValue?: string) =>
    setFieldText({ text, urlValue: currentValue, pendingValue });
  return [text, setText] as const;
};

/** Returns a function that delays its calls until the user has stopped typing, and then runs only the latest one. */
const useTypingDelay = () => {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (run: () => void) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(run, SEARCH_DELAY_MS);
  };
};

/** Searches once the user has stopped typing. If the URL changes for another reason, its value replaces the text. */
const SearchField = ({
  list,
  pluralNoun,
}: {
  readonly list: ListAddress;
  readonly pluralNoun: string;
}) => {
  const [text, setText] = useFieldText(list.search);
  const delayWhileTyping = useTypingDelay();

  const changeText = (text: string) => {
    setText(text);
    delayWhileTyping(() => {
      const search = text.trim();
      setText(text, search);
      list.update({ search });
    });
  };

  return (
    <TextField
      type="search"
      label={<span className="@max-4xl:sr-only">Search</span>}
      placeholder={`Search ${pluralNoun}`}
      value={text}
      onValue={changeText}
      leading={<Search aria-hidden="true" size={16} />}
      className="min-w-32 flex-1 sm:min-w-44 @4xl:max-w-sm"
      autoComplete="off"
    />
  );
};

export const optionsOf = (values: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(values.map((value) => [value, value]));

const arePresets = (options: Filter["options"]): options is readonly Preset[] =>
  Array.isArray(options);

/**
 * Returns the names of the filters, and of the one that tabs set, that have a URL parameter. Presets don't, because they
 * only set other filters.
 */
export const filterParamNames = (
  filters: readonly Filter[] = [],
  tabs?: TabFilter,
): readonly string[] => [
  ...filters.flatMap(({ name, options }) => (arePresets(options) ? [] : [name])),
  ...(tabs ? [tabs.filter] : []),
];

interface PresetFieldProps {
  readonly label: string;
  readonly presets: readonly Preset[];
  readonly list: ListAddress;
}

/** A field that sets several filters at once. Those filters can also be set individually. */
const PresetField = ({ label, presets, list }: PresetFieldProps) => {
  const names = Object.keys(presets[0]?.values ?? {});
  const isAnyFilterSet = names.some((name) => list.filters[name]);
  const activePreset = presets.find(({ values }) =>
    names.every((name) => values[name] === list.filters[name]),
  );
  const choose = (presetLabel: string) => {
    const emptyValues = Object.fromEntries(names.map((name) => [name, ""]));
    list.update({
      filters: presets.find(({ label }) => label === presetLabel)?.values ?? emptyValues,
    });
  };
  return (
    <SelectField
      label={label}
      value={activePreset?.label ?? (isAnyFilterSet ? OTHER_LABEL : "")}
      onValue={choose}
    >
      <option value="">All</option>
      {presets.map((preset) => (
        <option key={preset.label}>{preset.label}</option>
      ))}
      {isAnyFilterSet && !activePreset && <option disabled>{OTHER_LABEL}</option>}
    </SelectField>
  );
};

const COMPLETE_DATE_PATTERN = /^[1-9]\d{3}-\d\d-\d\d$/;

interface TypedFilterProps {
  readonly name: string;
  readonly label: string;
  readonly list: ListAddress;
}

/** Waits for a complete date: while the user types a year, the input reports 0002, 0020, and 0202. */
const DayField = ({ name, label, list }: TypedFilterProps) => {
  const day = list.filters[name] ?? "";
  const [text, setText] = useFieldText(day);
  const inputRef = useRef<HTMLInputElement>(null);
  const changeText = (text: string) => {
    // Browsers report an incomplete date as "".
    const isCleared = text === "" && !inputRef.current?.validity.badInput;
    const isDone = isCleared || COMPLETE_DATE_PATTERN.test(text);
    setText(text, isDone ? text : undefined);
    if (isDone) list.update({ filters: { [name]: text } });
  };
  // 11/01/26 is in this century. Only once the user has left the field, because 2026 begins like this, too.
  const completeYear = () => {
    const completedText = text.replace(/^00(?=\d\d-)/v, "20");
    if (completedText !== text) changeText(completedText);
  };
  return (
    <TextField
      ref={inputRef}
      type="date"
      label={label}
      onBlur={completeYear}
      // Without a maximum, browsers accept years with six digits.
      max="9999-12-31"
      value={text}
      onValue={changeText}
      className="@4xl:w-40"
    />
  );
};

/**
 * Returns an amount in whole dollars as digits. Returns "" if nothing was entered, and null if the text isn't an
 * amount.
 */
const parseWholeDollars = (text: string): string | null => {
  const amount = text.replaceAll(/[\s$,]/g, "");
  return amount === "" || /^[1-9]\d{0,6}$/.test(amount) ? amount : null;
};

/** Filters by an amount once the user has stopped typing. */
const DollarsField = ({ name, label, list }: TypedFilterProps) => {
  const [text, setText] = useFieldText(list.filters[name] ?? "");
  const delayWhileTyping = useTypingDelay();
  const changeText = (text: string) => {
    setText(text);
    delayWhileTyping(() => {
      const amount = parseWholeDollars(text);
      if (amount === null) return;
      setText(text, amount);
      list.update({ filters: { [name]: amount } });
    });
  };
  return (
    <TextField
      label={label}
      inputMode="numeric"
      autoComplete="off"
      placeholder="Any"
      value={text}
      onValue={changeText}
      error={parseWholeDollars(text) === null ? "Enter whole dollars, such as 500." : undefined}
      className="@4xl:w-40"
    />
  );
};

export const FilterField = ({
  filter: { name, label, options, emptyLabel = "All", hasDefault },
  list,
}: {
  readonly filter: Filter;
  readonly list: ListAddress;
}) => {
  if (arePresets(options)) return <PresetField label={label} presets={options} list={list} />;
  if (options === "day") return <DayField name={name} label={label} list={list} />;
  if (options === "dollars") return <DollarsField name={name} label={label} list={list} />;
  return (
    <SelectField
      label={label}
      value={list.filters[name] ?? ""}
      onValue={(value) => list.update({ filters: { [name]: value } })}
    >
      {!hasDefault && <option value="">{emptyLabel}</option>}
      {Object.entries(options).map(([value, text]) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </SelectField>
  );
};

/** Sort orders as `sort: label`. */
export type SortOrders = Readonly<Record<string, string>>;

export interface ListToolbarProps {
  /** Plural name of the rows, such as "donations". */
  readonly caption: string;
  readonly orders: SortOrders;
  /** True if users can sort with the column headers. The select is then needed only where rows are shown as cards. */
  readonly hasSortableHeaders?: boolean;
  readonly filters?: readonly Filter[] | undefined;
  readonly list: ListAddress;
  /** Buttons such as Refresh and Export. On phones, they are in a menu. */
  readonly tools?: ReactNode;
  /** Buttons that are always visible, such as the one that adds a record. */
  readonly listActions?: ReactNode;
}

/** The URL contains search, filters, sort, and page, so that a link shows the same list. */
const CopyListLink = () => {
  const url = `${location.origin}${useHref(useLocation())}`;
  return (
    <RowAction
      size="md"
      variant="ghost"
      className={QUIET_TOOL_CLASS}
      title="Copy link"
      onClick={() => void copyText(url)}
    >
      <Copy aria-hidden="true" size={16} />
      <span className={QUIET_LABEL_CLASS}>Copy link</span>
    </RowAction>
  );
};

interface CollapsibleFieldsProps extends Pick<ListToolbarProps, "filters" | "list"> {
  /** Shown after the button that opens the fields. */
  readonly menu: ReactNode;
  readonly children: ReactNode;
}

/** In narrow containers, filters and sort are hidden behind a button, which shows how many filters are set. */
const CollapsibleFields = ({ filters, list, menu, children }: CollapsibleFieldsProps) => {
  const activeCount =
    filters?.filter(({ name, hasDefault }) => !hasDefault && list.filters[name]).length ?? 0;
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const label = filters?.length ? "Filter" : "Sort";
  return (
    <>
      <Button
        variant="outline"
        className="max-sm:btn-square @4xl:hidden"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        <SlidersHorizontal aria-hidden="true" size={16} />
        <span className="max-sm:sr-only">
          {activeCount > 0 ? `${label} (${activeCount})` : label}
        </span>
        {activeCount > 0 && (
          <span aria-hidden="true" className="sm:hidden">
            {activeCount}
          </span>
        )}
      </Button>
      {menu}
      <div
        id={id}
        className={cx(
          "basis-full grid-cols-2 items-end gap-3 pb-1 @4xl:contents",
          isOpen ? "@max-4xl:grid" : "@max-4xl:hidden",
        )}
      >
        {children}
      </div>
    </>
  );
};

export const ListToolbar = ({
  caption,
  orders,
  hasSortableHeaders = false,
  filters,
  list,
  tools,
  listActions,
}: ListToolbarProps) => {
  const isPhone = useIsPhone();
  const allTools = (
    <>
      <CopyListLink />
      {tools}
    </>
  );
  const menu = isPhone && (
    <>
      <div>
        <RowMenu name={caption} size="md">
          {allTools}
        </RowMenu>
      </div>
      {listActions}
    </>
  );
  return (
    <div className="mb-4 flex flex-wrap items-end gap-2 @4xl:gap-3 print:hidden">
      <SearchField list={list} pluralNoun={caption} />
      <CollapsibleFields filters={filters} list={list} menu={menu}>
        {filters?.map((filter) => (
          <FilterField key={filter.name} filter={filter} list={list} />
        ))}
        <SelectField
          label="Sort by"
          className={cx("@max-4xl:col-span-2", hasSortableHeaders && "@4xl:hidden")}
          value={list.sort}
          onValue={(sort) => list.update({ sort })}
        >
          {Object.entries(orders).map(([sort, label]) => (
            <option key={sort} value={sort}>
              {label}
            </option>
          ))}
        </SelectField>
      </CollapsibleFields>
      {!isPhone && (
        <div className="ml-auto flex flex-wrap items-center justify-end gap-3 @max-4xl:contents">
          {allTools}
          {listActions}
        </div>
      )}
    </div>
  );
};
