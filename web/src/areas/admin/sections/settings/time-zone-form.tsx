import { settingsEndpoints } from "#contracts/settings.ts";
import type { Settings } from "../../../../data/settings/queries.ts";
import { FormText } from "../../../../kit/form-fields.tsx";
import { FormNote } from "../../../../kit/form-note.tsx";
import { useTickingNow } from "../../../../lib/ticking-now.ts";
import { clockAt, zonesByName } from "../../../../lib/zone-choice.ts";
import { SettingsForm } from "./settings-form.tsx";

const fields = ["timeZone"] as const;
const schema = settingsEndpoints.updateSettings.body.pick({ timeZone: true }).required();

/** The zone whose time decides "today", months, and when an event begins. */
export const TimeZoneForm = ({ settings }: { readonly settings: Settings }) => {
  const now = useTickingNow();
  return (
    <SettingsForm
      label="Save time zone"
      form="time-zone"
      schema={schema}
      fields={fields}
      settings={settings}
      done="The time zone was changed"
      questionOf={({ timeZone }) =>
        timeZone === settings.timeZone
          ? null
          : {
              title: `Change the time zone to ${timeZone}?`,
              body: `All events move with it. It is ${clockAt(now, settings.timeZone)} in ${settings.timeZone} and ${clockAt(now, timeZone)} in ${timeZone}: an event at 9:00 AM stays at 9:00 AM, but on the new clock, so tell everybody who joined one. Days and months of gifts are counted anew.`,
              confirmLabel: "Change time zone",
            }
      }
    >
      <FormText
        name="timeZone"
        label="Time zone"
        description="Type a city or the zone's name and choose from the list."
        placeholder="America/Chicago"
        suggestions={zonesByName()}
        className="sm:col-span-2"
      />
      <FormNote>
        {({ timeZone }) => {
          const clock = clockAt(now, String(timeZone));
          return clock === null ? null : `There it is ${clock} now.`;
        }}
      </FormNote>
    </SettingsForm>
  );
};
