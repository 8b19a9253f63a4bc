import type { Administrator } from "#data/administrators/mutations.ts";
import { AREA_TEXTS } from "#rules/area-texts.ts";
import { ADMIN_AREAS } from "#contracts/choices.ts";
import { RowAction, RowMenu } from "#kit/lists/row-menu.tsx";
import { useOpenedRecord, useRecordOf } from "#kit/lists/use-opened-record.ts";
import { ShortMoment } from "#lib/time/dates.tsx";
import { Badge } from "#ui/badge.tsx";
import { Dialog } from "#ui/dialogs/dialog.tsx";
import { EmailAddress } from "#ui/email-address.tsx";
import { ChangeAreas } from "./change-areas.tsx";
import { RemoveAdministrator } from "./remove-administrator.tsx";
import { RemoveSecondFactor } from "./remove-second-factor.tsx";

/** Returns the labels of the areas that the administrator may see and change. */
const listAreaLabels = ({ areas }: Administrator): readonly string[] => {
  if (areas === null) return ["Owner"];
  const labels = ADMIN_AREAS.filter((area) => areas.includes(area)).map(
    (area) => AREA_TEXTS[area].label,
  );
  return labels.length > 0 ? labels : ["No areas"];
};

const Facts = (administrator: Administrator) => {
  const { hasSecondFactor, isRemoved, lastSignInAt } = administrator;
  if (isRemoved) {
    return (
      <p className="text-error text-sm">
        Removed, but their login couldn't be deleted. It doesn't give access to anything.
      </p>
    );
  }
  return (
    <>
      <ul className="flex flex-wrap gap-1.5" aria-label={`${administrator.username}'s areas`}>
        {listAreaLabels(administrator).map((label) => (
          <li key={label} className="flex">
            <Badge>{label}</Badge>
          </li>
        ))}
      </ul>
      <p className="quiet text-sm">
        {hasSecondFactor ? "Two-step login" : "Password only"}
        {" · "}
        {lastSignInAt === null ? (
          "Never logged in"
        ) : (
          <>
            Last login <ShortMoment moment={lastSignInAt} />
          </>
        )}
      </p>
    </>
  );
};

interface AdministratorRowProps {
  readonly administrator: Administrator;
  readonly onChange: () => void;
}

const AdministratorRow = ({ administrator, onChange }: AdministratorRowProps) => {
  const { username, email, isOwn, isRemoved, hasSecondFactor } = administrator;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 py-4">
      <div className="grid min-w-56 flex-1 gap-1.5">
        <div>
          <p className="font-semibold wrap-anywhere">
            {username}
            {isOwn && <span className="quiet font-normal"> (you)</span>}
          </p>
          <p className="quiet text-sm">
            <EmailAddress email={email} />
          </p>
        </div>
        <Facts {...administrator} />
      </div>
      <div className="flex items-center gap-2">
        {isRemoved ? (
          <RemoveAdministrator {...administrator} />
        ) : (
          <>
            <RowAction aria-label={`Change areas for ${username}`} onClick={onChange}>
              Change areas
            </RowAction>
            <RowMenu name={username}>
              {hasSecondFactor && !isOwn && <RemoveSecondFactor {...administrator} />}
              <RemoveAdministrator {...administrator} />
            </RowMenu>
          </>
        )}
      </div>
    </li>
  );
};

export interface AdministratorListProps {
  readonly administrators: readonly Administrator[];
}

export const AdministratorList = ({ administrators }: AdministratorListProps) => {
  const { id, open, close } = useOpenedRecord("areas");
  const openedAdministrator = useRecordOf(administrators, id);
  return (
    <>
      <ul className="divide-base-300 divide-y" aria-label="Administrators">
        {administrators.map((administrator) => (
          <AdministratorRow
            key={administrator.id}
            administrator={administrator}
            onChange={() => open(administrator.id)}
          />
        ))}
      </ul>
      {openedAdministrator && (
        <Dialog
          open
          onClose={close}
          isInUrl
          title={
            openedAdministrator.isOwn
              ? "Change your areas"
              : `Change ${openedAdministrator.username}'s areas`
          }
          description={
            openedAdministrator.isOwn
              ? "You'll be logged out, and your new areas will be there when you log in again. All owners get an email about it."
              : "They'll be logged out, and they'll have their new areas when they log in again. All owners get an email about it."
          }
        >
          <ChangeAreas
            key={openedAdministrator.id}
            administrator={openedAdministrator}
            onDone={close}
          />
        </Dialog>
      )}
    </>
  );
};
