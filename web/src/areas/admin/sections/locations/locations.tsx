import type { z } from "zod";
import {
  createLocationInput,
  locationEndpoints,
  updateLocationInput,
} from "#contracts/locations.ts";
import { MILITARY_BRANCHES } from "#contracts/choices.ts";
import { locations, type Location } from "#data/locations/resource.ts";
import type { Column } from "#kit/lists/list-table.tsx";
import { FormArea, FormCheck, FormSelect, FormText } from "#kit/forms/form-fields.tsx";
import { FormPlace } from "#kit/forms/form-place.tsx";
import { RecordEditor } from "#kit/forms/record-editor.tsx";
import { RecordLink } from "#kit/lists/record-link.tsx";
import { RecordList } from "#kit/lists/record-list.tsx";
import type { EditorProps } from "#kit/lists/row-editing.tsx";
import { Badge } from "#ui/badge.tsx";
import { LogDelivery } from "./log-delivery.tsx";

const COLUMNS: readonly Column<Location>[] = [
  {
    name: "name",
    header: "Name",
    cell: ({ id, name, isActive, isMilitaryMail }) => (
      <>
        <RecordLink param="edit" id={id}>
          {name}
        </RecordLink>
        {(!isActive || isMilitaryMail) && <Badge className="ml-2">Hidden</Badge>}
      </>
    ),
  },
  { name: "militaryBranch", header: "Branch", cell: ({ militaryBranch }) => militaryBranch ?? "–" },
  {
    name: "city",
    header: "City",
    cell: ({ city, state }) => [city, state].filter(Boolean).join(", ") || "–",
  },
  { name: "contact", header: "Contact", cell: ({ contactPersonName }) => contactPersonName ?? "–" },
];

const EMPTY_LOCATION = {
  name: "",
  contactPersonName: null,
  militaryBranch: null,
  address: "",
  zipCode: null,
  city: null,
  state: null,
  description: null,
  isActive: true,
};

const SCHEMAS = {
  // New locations need a contact, but older ones may not have one.
  create: createLocationInput.extend({
    contactPersonName: updateLocationInput.shape.name.unwrap(),
  }),
  update: updateLocationInput,
};

type LocationInput = z.input<typeof SCHEMAS.create>;

const LocationEditor = ({ record, onDone }: EditorProps<Location>) => (
  <RecordEditor
    noun="location"
    resource={locations}
    schemas={SCHEMAS}
    record={record}
    emptyValues={EMPTY_LOCATION}
    missingFieldsText={{
      title: "Missing Information",
      description: "Please fill in location name and address.",
    }}
    onDone={onDone}
  >
    <FormText<LocationInput> name="name" label="Location name" />
    <FormSelect<LocationInput> name="militaryBranch" label="Branch" options={MILITARY_BRANCHES} />
    <FormText<LocationInput> name="contactPersonName" label="Contact person" />
    <FormText<LocationInput> name="address" label="Address" />
    <FormPlace />
    <FormArea<LocationInput> name="description" label="Notes" className="sm:col-span-2" />
    <FormCheck<LocationInput>
      name="isActive"
      label="Show on the website"
      description="Visitors see the name, branch, city and state, but never the address or the contact. Locations with a military mail address are never shown."
      className="sm:col-span-2"
    />
  </RecordEditor>
);

export const Locations = () => (
  <RecordList
    pluralNoun="locations"
    list={locationEndpoints.listLocations.list}
    resource={locations}
    columns={COLUMNS}
    nameOf={({ name }) => name}
    editing={{
      noun: "location",
      Editor: LocationEditor,
    }}
    renderActions={(location) => <LogDelivery location={location} />}
  />
);
