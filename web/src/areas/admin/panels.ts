import type { ComponentType, LazyExoticComponent } from "react";
import type { RequiredArea } from "#contracts/choices.ts";
import { lazyComponent } from "#lib/code/lazy-component.ts";

export interface AdminPanel {
  /** Last segment of the panel's path. A section's first panel uses the section's own path. */
  readonly name: string;
  readonly label: string;
  readonly Component: LazyExoticComponent<ComponentType>;
  /** Heading above the panel in the section's navigation. */
  readonly group?: string;
  /** The area that the panel requires, if it differs from the section's area. */
  readonly area?: RequiredArea;
  /** A page for one of the panel's records. Its path ends in the record's id, or in `new`. */
  readonly recordPage?: AdminPanel;
  /** True for a sheet to print, which is shown without the dashboard around it. */
  readonly isSheet?: true;
  /** The path segment before the record's id, if it differs from the panel's name. */
  readonly recordSegment?: string;
}

export type Panels = readonly [AdminPanel, ...AdminPanel[]];

export const lazyPanel = (
  name: string,
  label: string,
  load: () => Promise<ComponentType>,
  area?: RequiredArea,
): AdminPanel => ({
  name,
  label,
  ...(area === undefined ? {} : { area }),
  Component: lazyComponent(async () => ({ default: await load() })),
});

/** Puts panels in a group. A section with groups has a side navigation instead of tabs. */
export const groupPanels = (group: string, [first, ...others]: Panels): Panels => [
  { ...first, group },
  ...others.map((panel) => ({ ...panel, group })),
];
