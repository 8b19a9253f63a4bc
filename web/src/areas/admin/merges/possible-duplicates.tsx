import type { UseMutationResult, UseQueryResult } from "@tanstack/react-query";
import type { ComponentType } from "react";
import type { DuplicateReason, VolunteerDuplicateReason } from "#contracts/choices.ts";
import { Button, LinkButton } from "#ui/button.tsx";
import { showFailure } from "#ui/messages/show-failure.ts";
import { showSuccess } from "#ui/messages/show-success.ts";
import { QueryStates } from "../query-states.tsx";

const REASONS: Readonly<Record<DuplicateReason | VolunteerDuplicateReason, string>> = {
  email: "Same email address",
  name_and_zip_code: "Same name and ZIP code",
  name: "Same name, and nothing else is known",
  phone: "Same phone number",
};

interface Pair<Side> {
  readonly reason: keyof typeof REASONS;
  readonly kept: Side;
  readonly merged: Side;
}

interface DuplicatePairProps<Side, Body> {
  readonly pair: Pair<Side>;
  readonly summary: ComponentType<{ readonly side: Side }>;
  readonly getName: (side: Side) => string;
  /** The path to the kept record's page. */
  readonly path: string;
  readonly dismiss: UseMutationResult<{ readonly message: string }, Error, Body>;
  readonly body: Body;
}

/** Shows two records that may belong to the same person, with buttons to merge them or dismiss the pair. */
export const DuplicatePair = <Side extends { readonly id: string }, Body>({
  pair: { reason, kept, merged },
  summary: Summary,
  getName,
  path,
  dismiss,
  body,
}: DuplicatePairProps<Side, Body>) => {
  const names = `${getName(kept)} and ${getName(merged)}`;
  return (
    <li className="card-box p-5">
      <p className="mb-2 text-sm font-semibold">{REASONS[reason]}</p>
      <div className="grid gap-4 sm:grid-cols-2">
        <Summary side={kept} />
        <Summary side={merged} />
      </div>
      <div className="mt-4 flex flex-wrap gap-2">
        <LinkButton
          size="sm"
          to={`${path}?merge=${merged.id}`}
          aria-label={`Compare and merge ${names}`}
        >
          Compare and merge
        </LinkButton>
        <Button
          variant="outline"
          size="sm"
          busy={dismiss.isPending}
          aria-label={`Not the same person: ${names}`}
          onClick={() =>
            dismiss.mutate(body, {
              onSuccess: ({ message }) => showSuccess(message),
              onError: (error) =>
                showFailure("The pair could not be dismissed", error, {
                  title: "Error",
                  fallback: "Failed to dismiss the pair",
                }),
            })
          }
        >
          Not the same person
        </Button>
      </div>
    </li>
  );
};

interface PossibleDuplicatesProps<Row> {
  readonly query: UseQueryResult<readonly Row[]>;
  readonly pair: ComponentType<{ readonly pair: Row }>;
}

/** Lists pairs of records that may belong to the same person, so that each pair can be merged or dismissed. */
export const PossibleDuplicates = <Row extends Pair<{ readonly id: string }>>({
  query,
  pair: PairRow,
}: PossibleDuplicatesProps<Row>) => (
  <QueryStates query={query} subject="possible duplicates" emptyTitle="No possible duplicates">
    {(pairs) => (
      <ul className="grid gap-4 xl:grid-cols-2">
        {pairs.map((pair) => (
          <PairRow key={`${pair.kept.id} ${pair.merged.id}`} pair={pair} />
        ))}
      </ul>
    )}
  </QueryStates>
);
