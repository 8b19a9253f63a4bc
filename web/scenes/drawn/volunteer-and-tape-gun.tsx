import { ink } from "../palette.ts";
import { PersonDrawing } from "../people.tsx";
import { Quilt, Room, Table } from "../places.tsx";
import { Glow, Scene } from "../scene.tsx";
import { HangingLamp, Package, PackagePile, Star, TapeGun } from "../objects.tsx";

const NEWCOMER = {
  at: [984, 700],
  size: 1.76,
  isMirrored: true,
  skinColor: "brown",
  hairColor: "black",
  haircut: "curls",
  top: ink.brick,
  outfit: "apron",
  turn: 0.6,
  mood: "focused",
  eyes: "down",
  lean: 4,
  tilt: 8,
  farArm: { bend: [90, -40], end: [98, -100], hand: "grip" },
  nearArm: { bend: [-10, -10], end: [72, -26] },
  heldItem: <TapeGun at={[98, -100]} turn={6} />,
} as const;

const EXPERIENCED_VOLUNTEER = {
  at: [376, 700],
  size: 1.76,
  skinColor: "fair",
  hairColor: "white",
  hasBeard: true,
  top: ink.pine,
  outfit: "apron",
  mood: "laugh",
  brows: "raised",
  gaze: [0.9, 0.4],
  turn: 0.6,
  tilt: -2,
  farArm: { bend: [70, -40], end: [146, -92], hand: "pointing" },
  nearArm: { bend: [-90, -60], end: [-8, -10] },
} as const;

/**
 * Illustrates the call for volunteers: a newcomer closes her first package while an experienced volunteer shows her how
 * and laughs.
 */
export const VolunteerAndTapeGun = () => (
  <Scene width={1440} height={960}>
    <Room width={1440} height={960} floorY={800} wall="#dfc28f" />
    <path d="M0 0H1440V140H0Z" fill="#000" opacity="0.06" />
    <Quilt at={[560, 110]} columns={8} rows={5} patchSize={48} />
    <path d="M536 90H970V112H536Z" fill={ink.woodDark} />
    <PackagePile at={[170, 804]} rows={[2, 2, 1]} size={1.1} />
    <PackagePile at={[1330, 804]} rows={[2, 2, 2, 1]} size={1.1} />
    <HangingLamp at={[330, 200]} cordLength={200} color={ink.pine} />
    <Glow at={[330, 220]} radius={560} strength={0.75} />
    <PersonDrawing {...EXPERIENCED_VOLUNTEER} layer="body" />
    <PersonDrawing {...NEWCOMER} layer="body" />
    <Table at={[720, 700]} width={1560} height={300} />
    <path d="M0 734H1440V960H0Z" fill={ink.woodDark} />
    <path d="M0 734H1440V756H0Z" fill="#000" opacity="0.2" />
    <Package at={[726, 716]} size={2.1} />
    <path d="M640 534H800V546H640Z" fill={ink.linen} />
    <PersonDrawing {...EXPERIENCED_VOLUNTEER} layer="arms" />
    <PersonDrawing {...NEWCOMER} layer="arms" />
    <Star at={[200, 850]} size={1.4} color={ink.brass} />
    <Star at={[1250, 850]} size={1.4} color={ink.brass} />
  </Scene>
);
