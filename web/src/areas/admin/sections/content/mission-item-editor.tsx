import type { z } from "zod";
import { aboutItemEndpoints } from "#contracts/about-items.ts";
import { missionItems, type MissionItem } from "#data/about-items/resource.ts";
import { AiNotice, AiNoticeProvider } from "#kit/forms/ai-notice.tsx";
import { FormArea, FormText } from "#kit/forms/form-fields.tsx";
import { GenerateButton } from "#kit/forms/generate-button.tsx";
import { RecordEditor } from "#kit/forms/record-editor.tsx";
import type { EditorProps } from "#kit/lists/row-editing.tsx";
import { MISSION_ITEM_FAILURES } from "./mission-item-failures.ts";

const SCHEMAS = {
  create: aboutItemEndpoints.createAboutItem.body,
  update: aboutItemEndpoints.updateAboutItem.body,
};
const EMPTY_ITEM = { title: "", description: "" };

type MissionItemInput = z.input<typeof SCHEMAS.create>;

export const MissionItemEditor = ({ record, onDone }: EditorProps<MissionItem>) => (
  <RecordEditor
    noun="mission item"
    resource={missionItems}
    schemas={SCHEMAS}
    record={record}
    emptyValues={EMPTY_ITEM}
    texts={{ failure: MISSION_ITEM_FAILURES[record ? "update" : "create"] }}
    missingFieldsText={{
      title: "Missing Information",
      description: "Please fill in both title and description.",
    }}
    onDone={onDone}
  >
    <FormText<MissionItemInput> name="title" label="Title" className="sm:col-span-2" />
    <FormArea<MissionItemInput>
      name="description"
      label="Description"
      rows={4}
      className="sm:col-span-2"
    />
    <AiNoticeProvider>
      <GenerateButton<MissionItemInput>
        generator="missionDescription"
        name="description"
        subjectField="title"
        className="sm:col-span-2"
      />
      <AiNotice />
    </AiNoticeProvider>
  </RecordEditor>
);
