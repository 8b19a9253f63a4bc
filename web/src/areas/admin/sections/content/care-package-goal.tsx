import type { z } from "zod";
import { carePackageGoalInput } from "#contracts/care-package-goals.ts";
import { estimateFamilies } from "#rules/care-packages.ts";
import { carePackageGoal } from "#data/care-package-goals/mutations.ts";
import { FormNote } from "#kit/forms/form-note.tsx";
import { FormNumber } from "#kit/forms/form-number.tsx";
import { countWithNoun, number } from "#lib/format.ts";
import { ContentForm } from "./content-form.tsx";

const INVALID_GOAL_NOTICE = {
  title: "Invalid Goal",
  description: "Please enter a valid goal number (minimum 1).",
};

type GoalInput = z.input<typeof carePackageGoalInput>;

/** Edits the monthly goal. */
export const CarePackageGoal = () => (
  <ContentForm
    noun="care package goal"
    record={carePackageGoal}
    schema={carePackageGoalInput}
    missingFieldsText={INVALID_GOAL_NOTICE}
    noticeFor={() => INVALID_GOAL_NOTICE}
    failure={{
      title: "Update Failed",
      fallback: "Failed to update care package goal. Please try again.",
    }}
  >
    <FormNumber<GoalInput> name="monthlyGoal" label="Packages per month" />
    <FormNote<GoalInput>>
      {({ monthlyGoal }) =>
        typeof monthlyGoal === "number" && estimateFamilies(monthlyGoal) > 0
          ? `Preview: ${number(monthlyGoal)} packages help about ${countWithNoun(estimateFamilies(monthlyGoal), "family", "families")}.`
          : null
      }
    </FormNote>
  </ContentForm>
);
