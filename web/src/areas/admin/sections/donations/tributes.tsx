import { Link } from "react-router-dom";
import { tributeEndpoints } from "#contracts/tributes.ts";
import { getDedicationLabel } from "#rules/dedication.ts";
import { type Tribute, tributes } from "#data/tributes/resource.ts";
import type { Column } from "#kit/lists/list-table.tsx";
import type { Filter } from "#kit/lists/list-toolbar.tsx";
import { RecordList } from "#kit/lists/record-list.tsx";
import { RowMenu } from "#kit/lists/row-menu.tsx";
import { labelsOf, StatusBadge } from "#kit/lists/status-badge.tsx";
import { shortDay } from "#lib/format.ts";
import { donationPath } from "#admin/donation-path.ts";
import { DonorLink } from "./donor-link.tsx";
import { hasActions, STOP_REASONS, TRIBUTE_STATE, TributeActions } from "./tribute-actions.tsx";

const COLUMNS: readonly Column<Tribute>[] = [
  {
    name: "recipient",
    header: "Recipient",
    cell: ({ recipientName, recipientEmail, recipientAddress }) => (
      <>
        {recipientName}
        <span className="quiet block text-sm wrap-anywhere whitespace-pre-line">
          {recipientEmail ?? recipientAddress}
        </span>
      </>
    ),
  },
  {
    name: "card",
    header: "Card",
    cell: ({ donationId, isMemorial, honoree, message }) => (
      <>
        <Link className="link link-hover" to={donationPath(donationId)}>
          {getDedicationLabel(isMemorial)} {honoree}
        </Link>
        {message !== "" && (
          <span className="quiet block max-w-md text-sm whitespace-pre-line">{message}</span>
        )}
      </>
    ),
  },
  {
    name: "donor",
    header: "Donor",
    cell: ({ donorId, givenBy }) => <DonorLink id={donorId}>{givenBy || "Donor"}</DonorLink>,
  },
  {
    name: "sendOn",
    header: "On or after",
    cell: ({ sendOn }) => <span className="whitespace-nowrap">{shortDay(sendOn)}</span>,
  },
  {
    name: "state",
    header: "Status",
    cell: ({ state, stopReason }) => (
      <>
        <StatusBadge looks={TRIBUTE_STATE} status={state} />
        {stopReason !== null && (
          <span className="quiet block text-sm">{STOP_REASONS[stopReason]}</span>
        )}
      </>
    ),
  },
];

const FILTERS: readonly Filter[] = [
  { name: "state", label: "Status", options: labelsOf(TRIBUTE_STATE) },
  { name: "isPostal", label: "Delivery", options: { true: "On paper", false: "By email" } },
  { name: "isDue", label: "When", options: { true: "Due now", false: "Later" } },
];

/** Lists the tribute cards, including those to print. */
export const Tributes = () => (
  <RecordList
    pluralNoun="cards"
    list={tributeEndpoints.listTributes.list}
    resource={tributes}
    columns={COLUMNS}
    filters={FILTERS}
    nameOf={({ recipientName }) => recipientName}
    renderActions={(tribute) =>
      hasActions(tribute) && (
        <RowMenu name={`the card for ${tribute.recipientName}`}>
          <TributeActions tribute={tribute} />
        </RowMenu>
      )
    }
  />
);
