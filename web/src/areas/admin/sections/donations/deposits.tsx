import { Link } from "react-router-dom";
import type { z } from "zod";
import { depositEndpoints } from "#contracts/deposits.ts";
import { type Deposit, deposits } from "#data/deposits/resource.ts";
import { FormArea, FormText } from "#kit/forms/form-fields.tsx";
import { FormMoney } from "#kit/forms/form-number.tsx";
import { RecordEditor } from "#kit/forms/record-editor.tsx";
import { useFormValues } from "#kit/forms/use-form-values.ts";
import type { Column } from "#kit/lists/list-table.tsx";
import { RecordList } from "#kit/lists/record-list.tsx";
import type { EditorProps } from "#kit/lists/row-editing.tsx";
import { moneyWithCents, number, shortDay } from "#lib/format.ts";
import { paths } from "#lib/paths.ts";
import { useToday } from "#lib/time/use-today.ts";
import { MONEY_FILTER } from "./donation-status.tsx";
import { ClosedRemovalNotice, LateReasonField } from "./late-reason-field.tsx";

const SCHEMAS = {
  create: depositEndpoints.createDeposit.body,
  update: depositEndpoints.updateDeposit.body,
};
type DepositInput = z.input<typeof SCHEMAS.create>;

const getDepositName = ({ depositedOn }: Deposit): string => `Deposit on ${shortDay(depositedOn)}`;

/** The date and the slip's total are figures of a month, and the notes aren't. */
const SlipReasonField = ({ record }: Pick<EditorProps<Deposit>, "record">) => {
  const { depositedOn, slipTotal } = useFormValues<DepositInput>();
  const isUnchanged =
    depositedOn === record?.depositedOn && Number(slipTotal) === record?.slipTotal;
  return isUnchanged ? null : (
    <LateReasonField dayField="depositedOn" storedDay={record?.depositedOn} />
  );
};

export const DepositEditor = ({ record, onDone }: EditorProps<Deposit>) => {
  const today = useToday();
  return (
    <RecordEditor
      noun="deposit"
      resource={deposits}
      schemas={SCHEMAS}
      record={record}
      emptyValues={{
        depositedOn: today,
        slipTotal: "",
        reference: null,
        notes: null,
        lateReason: null,
      }}
      onDone={onDone}
    >
      <FormMoney<DepositInput> name="slipTotal" label="Total on the deposit slip" />
      <FormText<DepositInput>
        name="depositedOn"
        label="Date"
        type="date"
        description="The day you took it to the bank. Each donation keeps its own date of gift."
      />
      <SlipReasonField record={record} />
      <FormText<DepositInput> name="reference" label="Slip number" />
      <FormArea<DepositInput> name="notes" label="Notes" rows={2} />
    </RecordEditor>
  );
};

const COLUMNS: readonly Column<Deposit>[] = [
  {
    name: "depositedOn",
    header: "Date",
    cell: ({ id, depositedOn, reference }) => (
      <>
        <Link className="link font-semibold" to={paths.dashboard("donations", "deposits", id)}>
          {shortDay(depositedOn)}
        </Link>
        {reference && <span className="quiet block text-sm">{reference}</span>}
      </>
    ),
  },
  {
    name: "slipTotal",
    header: "Deposit slip",
    align: "right",
    cell: ({ slipTotal }) => moneyWithCents(slipTotal),
  },
  {
    name: "deposited",
    header: "Donations",
    align: "right",
    cell: ({ deposited, donationCount }) => (
      <>
        {moneyWithCents(deposited)}
        <span className="quiet block text-sm">{number(donationCount)}</span>
      </>
    ),
  },
  { name: "status", header: "Status", cell: ({ closedAt }) => (closedAt ? "Closed" : "Open") },
];

/** Trips to the bank, each with the donations on its slip. */
export const Deposits = () => (
  <RecordList
    pluralNoun="deposits"
    list={depositEndpoints.listDeposits.list}
    resource={deposits}
    exportEndpoint="GET /api/deposits/export"
    filters={[MONEY_FILTER]}
    columns={COLUMNS}
    nameOf={getDepositName}
    editing={{
      noun: "deposit",
      Editor: DepositEditor,
      canEdit: ({ closedAt }) => closedAt === null,
      canDelete: ({ closedAt, donationCount }) => closedAt === null && donationCount === 0,
      renderDeleteWarning: ({ depositedOn }) => <ClosedRemovalNotice day={depositedOn} />,
    }}
  />
);
