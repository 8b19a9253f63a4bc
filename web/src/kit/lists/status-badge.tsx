import { Badge, type BadgeTone } from "#ui/badge.tsx";

interface Look {
  readonly label: string;
  readonly tone?: BadgeTone;
}

/** The label and the color of each value of a status. */
export type StatusLooks<Status extends string = string> = Readonly<Record<Status, Look>>;

/** Returns the options for filtering by status. */
export const labelsOf = (looks: StatusLooks): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(looks).map(([status, { label }]) => [status, label]));

export interface StatusBadgeProps<Status extends string> {
  readonly looks: StatusLooks<Status>;
  readonly status: Status;
}

export const StatusBadge = <Status extends string>({ looks, status }: StatusBadgeProps<Status>) => (
  <Badge tone={looks[status].tone}>{looks[status].label}</Badge>
);
