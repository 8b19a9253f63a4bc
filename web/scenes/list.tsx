import type { FunctionComponent } from "react";
import { listSmallerWidths } from "../../supabase/functions/_shared/rules/pictures.ts";
import { CoffeeInTheTent } from "./drawn/coffee-in-the-tent.tsx";
import { CrosswordByTheWindow } from "./drawn/crossword-by-the-window.tsx";
import { HeroScene } from "./drawn/hero.tsx";
import { PackingTable } from "./drawn/packing-table.tsx";
import { LetterOnACot } from "./drawn/letter-on-a-cot.tsx";
import { FamilyAtTheDoor } from "./drawn/family-at-the-door.tsx";
import { WinterBox } from "./drawn/winter-box.tsx";
import { ChildWriting } from "./drawn/child-writing.tsx";
import { WeighingABox } from "./drawn/weighing-a-box.tsx";
import { WarehouseMorning } from "./drawn/warehouse-morning.tsx";
import { VolunteerAndTapeGun } from "./drawn/volunteer-and-tape-gun.tsx";
import { WritingAStory } from "./drawn/writing-a-story.tsx";
import { ThankYouScene } from "./drawn/thank-you.tsx";
import { MailOnItsWay } from "./drawn/mail-on-its-way.tsx";
import { FoldedFlagAtDawn } from "./drawn/folded-flag-at-dawn.tsx";
import { LostParcel } from "./drawn/lost-parcel.tsx";
import { QuietDesk } from "./drawn/quiet-desk.tsx";
import { LetterInAFrame } from "./drawn/letter-in-a-frame.tsx";
import { NewbornAndBox } from "./drawn/newborn-and-box.tsx";
import { Forklift } from "./drawn/forklift.tsx";
import { PackingDay } from "./drawn/packing-day.tsx";
import { PackingRecord } from "./drawn/packing-record.tsx";
import { RadioRepair } from "./drawn/radio-repair.tsx";
import { VeteranWithAVisitor } from "./drawn/veteran-with-a-visitor.tsx";
import { PortraitByTheBoxes } from "./drawn/portrait-by-the-boxes.tsx";
import { PortraitByTheQuilt } from "./drawn/portrait-by-the-quilt.tsx";
import { PortraitAtTheDock } from "./drawn/portrait-at-the-dock.tsx";
import { PortraitByTheWindow } from "./drawn/portrait-by-the-window.tsx";
import { PortraitByTheLedgers } from "./drawn/portrait-by-the-ledgers.tsx";
import { PortraitInTheLetterRoom } from "./drawn/portrait-in-the-letter-room.tsx";
import { SealFromCandid } from "./drawn/seal-from-candid.tsx";
import { SealFromCharityNavigator } from "./drawn/seal-from-charity-navigator.tsx";
import { SealFromBbb } from "./drawn/seal-from-bbb.tsx";
import { StepGiven } from "./drawn/step-given.tsx";
import { StepGivenSmall } from "./drawn/step-given-small.tsx";
import { StepPacked } from "./drawn/step-packed.tsx";
import { StepPackedSmall } from "./drawn/step-packed-small.tsx";
import { StepOnItsWay } from "./drawn/step-on-its-way.tsx";
import { StepOnItsWaySmall } from "./drawn/step-on-its-way-small.tsx";
import { StepArrived } from "./drawn/step-arrived.tsx";
import { StepArrivedSmall } from "./drawn/step-arrived-small.tsx";
import { PORTRAIT_SIZE } from "./portrait.tsx";
import { SEAL_SIZE } from "./seal.tsx";
import { SMALL_STEP_SIZE } from "./steps.tsx";

interface DrawnScene {
  readonly name: string;
  readonly draw: FunctionComponent;
  readonly width: number;
  readonly height: number;
  /** The picture's number in the sample data, or undefined for the site's own pictures. */
  readonly seedPictureNumber?: number;
  /** The WebP quality, which is lower than usual for drawings with many small parts. */
  readonly quality?: number;
}

const heroSize = { width: 1600, height: 900 } as const;
const landscapeSize = { width: 1440, height: 960 } as const;

export const SCENES: readonly DrawnScene[] = [
  { name: "hero", draw: HeroScene, ...heroSize, seedPictureNumber: 1 },
  { name: "packing-table", draw: PackingTable, ...landscapeSize, seedPictureNumber: 2 },
  { name: "letter-on-a-cot", draw: LetterOnACot, ...landscapeSize, seedPictureNumber: 3 },
  { name: "family-at-the-door", draw: FamilyAtTheDoor, ...landscapeSize, seedPictureNumber: 4 },
  {
    name: "veteran-with-a-visitor",
    draw: VeteranWithAVisitor,
    ...landscapeSize,
    seedPictureNumber: 5,
  },
  { name: "winter-box", draw: WinterBox, ...landscapeSize, seedPictureNumber: 6 },
  { name: "child-writing", draw: ChildWriting, ...landscapeSize, seedPictureNumber: 7 },
  { name: "weighing-a-box", draw: WeighingABox, ...landscapeSize, seedPictureNumber: 8 },
  {
    name: "crossword-by-the-window",
    draw: CrosswordByTheWindow,
    ...landscapeSize,
    seedPictureNumber: 9,
    quality: 0.7,
  },
  { name: "warehouse-morning", draw: WarehouseMorning, ...landscapeSize, seedPictureNumber: 10 },
  { name: "coffee-in-the-tent", draw: CoffeeInTheTent, ...landscapeSize, seedPictureNumber: 11 },
  { name: "newborn-and-box", draw: NewbornAndBox, ...landscapeSize, seedPictureNumber: 12 },
  { name: "radio-repair", draw: RadioRepair, ...landscapeSize, seedPictureNumber: 13 },
  { name: "letter-in-a-frame", draw: LetterInAFrame, ...landscapeSize, seedPictureNumber: 14 },
  { name: "forklift", draw: Forklift, ...landscapeSize, seedPictureNumber: 15 },
  {
    name: "packing-record",
    draw: PackingRecord,
    ...landscapeSize,
    seedPictureNumber: 16,
    quality: 0.75,
  },
  {
    name: "volunteer-and-tape-gun",
    draw: VolunteerAndTapeGun,
    ...landscapeSize,
    seedPictureNumber: 17,
  },
  { name: "writing-a-story", draw: WritingAStory, ...landscapeSize, seedPictureNumber: 18 },
  { name: "thank-you", draw: ThankYouScene, ...landscapeSize, seedPictureNumber: 19 },
  { name: "mail-on-its-way", draw: MailOnItsWay, ...landscapeSize, seedPictureNumber: 20 },
  {
    name: "portrait-by-the-boxes",
    draw: PortraitByTheBoxes,
    ...PORTRAIT_SIZE,
    seedPictureNumber: 21,
  },
  {
    name: "portrait-by-the-quilt",
    draw: PortraitByTheQuilt,
    ...PORTRAIT_SIZE,
    seedPictureNumber: 22,
  },
  {
    name: "portrait-at-the-dock",
    draw: PortraitAtTheDock,
    ...PORTRAIT_SIZE,
    seedPictureNumber: 23,
  },
  {
    name: "portrait-by-the-window",
    draw: PortraitByTheWindow,
    ...PORTRAIT_SIZE,
    seedPictureNumber: 24,
  },
  {
    name: "portrait-by-the-ledgers",
    draw: PortraitByTheLedgers,
    ...PORTRAIT_SIZE,
    seedPictureNumber: 25,
  },
  {
    name: "portrait-in-the-letter-room",
    draw: PortraitInTheLetterRoom,
    ...PORTRAIT_SIZE,
    seedPictureNumber: 26,
  },
  { name: "seal-from-candid", draw: SealFromCandid, ...SEAL_SIZE, seedPictureNumber: 27 },
  {
    name: "seal-from-charity-navigator",
    draw: SealFromCharityNavigator,
    ...SEAL_SIZE,
    seedPictureNumber: 28,
  },
  { name: "seal-from-bbb", draw: SealFromBbb, ...SEAL_SIZE, seedPictureNumber: 29 },
  { name: "folded-flag-at-dawn", draw: FoldedFlagAtDawn, ...landscapeSize },
  { name: "packing-day", draw: PackingDay, ...landscapeSize },
  { name: "step-given", draw: StepGiven, ...landscapeSize },
  { name: "step-given-small", draw: StepGivenSmall, ...SMALL_STEP_SIZE },
  { name: "step-packed", draw: StepPacked, ...landscapeSize },
  { name: "step-packed-small", draw: StepPackedSmall, ...SMALL_STEP_SIZE },
  { name: "step-on-its-way", draw: StepOnItsWay, ...landscapeSize },
  { name: "step-on-its-way-small", draw: StepOnItsWaySmall, ...SMALL_STEP_SIZE },
  { name: "step-arrived", draw: StepArrived, ...landscapeSize },
  { name: "step-arrived-small", draw: StepArrivedSmall, ...SMALL_STEP_SIZE },
  { name: "lost-parcel", draw: LostParcel, ...landscapeSize },
  { name: "quiet-desk", draw: QuietDesk, ...landscapeSize },
];

interface SceneFile {
  readonly file: string;
  readonly width: number;
  readonly height: number;
}

/** The folders of uploads by storytellers and volunteers (rules/upload-places.ts). */
const REVIEWED_FOLDERS: Readonly<Record<number, string>> = {
  11: "stories",
  12: "stories",
  13: "stories",
  14: "highlights/00000000-0000-4000-8000-000000000002",
  15: "highlights/00000000-0000-4000-8000-000000000011",
  16: "highlights/00000000-0000-4000-8000-000000000013",
};

/**
 * Returns the files to draw for a scene. A picture in the sample data has the same set of files as an upload, and each
 * of the site's own pictures has a single file, which is a third smaller than its drawing.
 */
export function listSceneFiles({
  name,
  width,
  height,
  seedPictureNumber,
}: DrawnScene): readonly SceneFile[] {
  if (seedPictureNumber === undefined) {
    return [
      {
        file: `web/src/areas/public/art/${name}.webp`,
        width: (width * 2) / 3,
        height: (height * 2) / 3,
      },
    ];
  }
  const key = `5ce4e000-0000-4000-8000-${String(seedPictureNumber).padStart(12, "0")}`;
  const folder = `supabase/demo-files/images/${REVIEWED_FOLDERS[seedPictureNumber] ?? "site"}/${key}`;
  return [
    { file: `${folder}/${width}x${height}`, width, height },
    ...listSmallerWidths(width).map((smallerWidth) => ({
      file: `${folder}/${smallerWidth}`,
      width: smallerWidth,
      height: Math.round((height * smallerWidth) / width),
    })),
  ];
}
