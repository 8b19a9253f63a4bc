import { DELIVERY_PROGRAMS, MILITARY_BRANCHES } from "#contracts/choices.ts";
import { packageDeliveryEndpoints } from "#contracts/package-deliveries.ts";
import { packageDeliveries, type PackageDelivery } from "#data/package-deliveries/resource.ts";
import type { Column } from "#kit/lists/list-table.tsx";
import { RecordLink } from "#kit/lists/record-link.tsx";
import { RecordList } from "#kit/lists/record-list.tsx";
import { optionsOf } from "#kit/lists/list-toolbar.tsx";
import { number, shortDay } from "#lib/format.ts";
import { Badge } from "#ui/badge.tsx";
import { DeliveryEditor } from "./delivery-editor.tsx";

const COLUMNS: readonly Column<PackageDelivery>[] = [
  {
    name: "deliveredOn",
    header: "Delivered",
    cell: ({ id, deliveredOn }) => (
      <RecordLink param="edit" id={id}>
        {shortDay(deliveredOn)}
      </RecordLink>
    ),
  },
  {
    name: "packages",
    header: "Packages",
    align: "right",
    cell: ({ packages }) => (
      <>
        {number(packages)}
        <span className="@4xl:hidden"> packages</span>
      </>
    ),
  },
  {
    name: "families",
    header: "Families",
    align: "right",
    isWideOnly: true,
    cell: ({ families }) => number(families),
  },
  { name: "militaryBranch", header: "Branch", cell: ({ militaryBranch }) => militaryBranch },
  {
    name: "city",
    header: "Place",
    cell: ({ city, state, region, latitude, locationName }) => (
      <>
        {locationName ?? `${city}, ${state}`}
        {/* The site doesn't show a city that is missing from the ZIP table. */}
        {region === null && latitude === null && (
          <Badge className="ml-2">Only {state} is shown</Badge>
        )}
      </>
    ),
  },
  { name: "program", header: "Program", isWideOnly: true, cell: ({ program }) => program },
];

const FILTERS = [
  { name: "militaryBranch", label: "Branch", options: optionsOf(MILITARY_BRANCHES) },
  { name: "program", label: "Program", options: optionsOf(DELIVERY_PROGRAMS) },
];

export const Deliveries = () => (
  <RecordList
    pluralNoun="deliveries"
    list={packageDeliveryEndpoints.listPackageDeliveries.list}
    resource={packageDeliveries}
    exportEndpoint="GET /api/package-deliveries/export"
    filters={FILTERS}
    columns={COLUMNS}
    narrowRowStyle="ledger"
    nameOf={({ deliveredOn, city }) => `the delivery to ${city} on ${shortDay(deliveredOn)}`}
    editing={{
      noun: "delivery",
      Editor: DeliveryEditor,
      deleteQuestion:
        "Are you sure you want to delete this delivery? This also changes the impact numbers.",
    }}
  />
);
