import { useState } from "react";
import { volunteerAccountEndpoints } from "#contracts/volunteer-accounts.ts";
import { useRecords } from "../../../../data/resource.ts";
import {
  useSetAccountStatus,
  volunteerAccounts,
  type VolunteerAccount,
} from "../../../../data/volunteer-accounts/resource.ts";
import { DataTable, type Column } from "../../../../kit/data-table.tsx";
import type { Filter } from "../../../../kit/list-toolbar.tsx";
import { useListAddress } from "../../../../kit/use-list-address.ts";
import { ShortDate } from "../../../../lib/dates.tsx";
import { logFailure } from "../../../../lib/log.ts";
import { Button } from "../../../../ui/button.tsx";
import { cx } from "../../../../ui/class-names.ts";
import { ConfirmDialog } from "../../../../ui/confirm-dialog.tsx";
import { showToast } from "../../../../ui/toast.ts";

const PAGE_SIZE = 20;

const FILTERS: readonly Filter[] = [
  { name: "isActive", label: "Status", options: { true: "Active", false: "Disabled" } },
];

const COLUMNS: readonly Column<VolunteerAccount>[] = [
  {
    name: "lastName",
    header: "Name",
    cell: ({ firstName, lastName, isActive }) => (
      <>
        <span className="mr-2 font-semibold">{`${firstName} ${lastName}`}</span>
        <span className={cx("badge badge-sm", isActive ? "badge-success" : "badge-outline")}>
          {isActive ? "Active" : "Disabled"}
        </span>
      </>
    ),
  },
  { name: "email", header: "Email", cell: ({ email }) => email },
  {
    name: "createdAt",
    header: "Joined",
    cell: ({ createdAt }) => <ShortDate moment={createdAt} />,
  },
  {
    name: "lastLoginAt",
    header: "Last login",
    cell: ({ lastLoginAt }) =>
      lastLoginAt === null ? "Never" : <ShortDate moment={lastLoginAt} />,
  },
];

/** Enabling is done at once; disabling asks, because it ends what she is just doing. */
const StatusButton = ({ account }: { readonly account: VolunteerAccount }) => {
  const { id, firstName, lastName, isActive } = account;
  const change = useSetAccountStatus();
  const [isAsking, setAsking] = useState(false);
  const name = `${firstName} ${lastName}`.trim();
  const confirm = async () => {
    try {
      const { message } = await change.mutateAsync({ id, isActive: !isActive });
      showToast({ title: "Account Updated", description: message, variant: "success" });
    } catch (error) {
      logFailure("An account's status could not be changed", error);
      showToast({ title: "Update Failed", description: "Failed to update account status" });
    }
    setAsking(false);
  };
  const word = isActive ? "Disable" : "Enable";
  return (
    <>
      <Button
        look="outline"
        size="sm"
        aria-label={`${word} ${name}`}
        busy={change.isPending && !isAsking}
        onClick={() => (isActive ? setAsking(true) : void confirm())}
      >
        {word}
      </Button>
      <ConfirmDialog
        open={isAsking}
        title={`Disable the account of ${name}?`}
        body="Whoever is logged in to it is out at once, and cannot log in until you enable it again. Shifts and hours stay as they are."
        confirmLabel="Disable account"
        destructive
        onConfirm={confirm}
        onCancel={() => setAsking(false)}
      />
    </>
  );
};

export const VolunteerAccounts = () => {
  const list = useListAddress({
    sorts: volunteerAccountEndpoints.listVolunteerAccounts.list.sorts,
    filters: FILTERS.map(({ name }) => name),
    pageSize: PAGE_SIZE,
  });
  return (
    <DataTable
      caption="volunteer accounts"
      columns={COLUMNS}
      filters={FILTERS}
      list={list}
      query={useRecords(volunteerAccounts, list.query)}
      empty="No volunteer accounts found"
      renderActions={(account) => <StatusButton account={account} />}
    />
  );
};
