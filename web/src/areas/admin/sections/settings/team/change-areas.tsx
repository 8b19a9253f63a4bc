import type { z } from "zod";
import { useNavigate } from "react-router-dom";
import { administratorEndpoints } from "#contracts/administrators.ts";
import type { AdminArea } from "#contracts/choices.ts";
import {
  type Administrator,
  useChangeAreas,
  useRefetchAdministrators,
} from "#data/administrators/mutations.ts";
import { useDraftOwner } from "#kit/forms/draft-owner.ts";
import { FormCheckGroup } from "#kit/forms/form-check-group.tsx";
import { RecordForm } from "#kit/forms/record-form.tsx";
import { paths } from "#lib/paths.ts";
import { formatAreaLabels } from "#rules/area-texts.ts";
import { showSuccess } from "#ui/messages/show-success.ts";
import { showToast } from "#ui/messages/toast.ts";
import { AREA_OPTIONS, OWNER_OPTION } from "./area-options.ts";

const SCHEMA = administratorEndpoints.updateAdministrator.body;
type AreasInput = z.input<typeof SCHEMA>;

const describeAreas = (areas: unknown): string => {
  if (!Array.isArray(areas)) return OWNER_OPTION.label;
  return formatAreaLabels(areas as AdminArea[]) || "No areas";
};

export interface ChangeAreasProps {
  readonly administrator: Administrator;
  readonly onDone: () => void;
}

/** The form for an administrator's areas. */
export const ChangeAreas = ({ administrator, onDone }: ChangeAreasProps) => {
  const { id, username, areas, isOwn, updatedAt } = administrator;
  const owner = useDraftOwner();
  const changeAreas = useChangeAreas();
  const refetchAdministrators = useRefetchAdministrators();
  const navigate = useNavigate();
  return (
    <RecordForm
      label={`${username}'s areas`}
      schema={SCHEMA}
      values={{ areas }}
      draft={{ owner, form: `areas:${id}` }}
      version={{
        noun: "administrator",
        name: "updatedAt",
        value: updatedAt,
        labels: { areas: "Areas" },
        formatValue: describeAreas,
      }}
      deletedText="Someone removed this administrator."
      submitButtons={[{ label: "Save areas", values: {} }]}
      failure={{ title: "We couldn't change the areas", fallback: "Please try again." }}
      questionOf={() =>
        isOwn
          ? {
              title: "Change your own areas?",
              body: "You'll be logged out right away. Only another owner can change them back.",
              confirmLabel: "Change my areas",
            }
          : null
      }
      takesFocus
      onSave={async (values, changes) => {
        const isLoggedOut = await changeAreas.mutateAsync({
          administrator,
          changes: { ...(values as AreasInput), ...changes },
        });
        if (!isLoggedOut) return showSuccess(`${username}'s areas were saved`);
        showToast({
          title: "Your areas were changed",
          description: "Please log in again to see what you have access to.",
        });
        return navigate(paths.home(), { replace: true });
      }}
      onSaved={onDone}
      onCancel={() => {
        if (changeAreas.isError) refetchAdministrators();
        onDone();
      }}
    >
      <FormCheckGroup<AreasInput>
        name="areas"
        legend={isOwn ? "What you can see and change" : "What they can see and change"}
        options={AREA_OPTIONS}
        everything={OWNER_OPTION}
      />
    </RecordForm>
  );
};
