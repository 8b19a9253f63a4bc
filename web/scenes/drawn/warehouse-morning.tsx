import { ink } from "../palette.ts";
import { PersonDrawing, uprightLegs } from "../people.tsx";
import { Quilt } from "../places.tsx";
import { Glow, Scene } from "../scene.tsx";
import { HangingLamp, Mug, Package, PackagePile, PlacedGroup, Star } from "../objects.tsx";

/**
 * Shows carpenters and volunteers around a new row of tables in the early light that falls through the warehouse door.
 */
export const WarehouseMorning = () => (
  <Scene width={1440} height={960}>
    <path d="M0 0H1440V960H0Z" fill="#4d5a6b" />
    <path d="M0 0 720 150 1440 0V60L720 206 0 60Z" fill={ink.slate} />
    <path d="M0 640H1440V960H0Z" fill="#a58357" />
    <path d="M440 170H1000V660H440Z" fill="url(#dawn-sky)" />
    <path d="M440 560Q560 510 700 548T1000 530V660H440Z" fill="#7b8a6a" />
    <circle cx="720" cy="470" r="56" fill="#fff0c4" />
    <Glow at={[720, 470]} radius={520} strength={1} />
    <path d="M440 170H1000V210H440Z" fill="#39455a" />
    <path d="M424 160H444V660H424ZM996 160H1016V660H996Z" fill="#39455a" />
    <path d="M440 660H1000L1230 960H210Z" fill="#ffd992" opacity="0.5" />
    <PackagePile at={[180, 730]} rows={[3, 2, 2, 1]} />
    <PackagePile at={[1270, 730]} rows={[3, 3, 2]} />
    <HangingLamp at={[240, 210]} cordLength={150} />
    <HangingLamp at={[1200, 210]} cordLength={150} />

    <PersonDrawing
      at={[560, 590]}
      size={1}
      skinColor="tan"
      hairColor="black"
      haircut="ponytail"
      top={ink.pine}
      bottom={ink.night}
      legs={uprightLegs}
      turn={0.6}
      mood="laugh"
      gaze={[1, 0.1]}
      farArm={{ bend: [90, -60], end: [84, -8] }}
      nearArm={{ bend: [-40, -50], end: [40, -18] }}
    />
    <PersonDrawing
      at={[900, 590]}
      size={1.02}
      isMirrored
      skinColor="deep"
      hairColor="black"
      hasBeard
      top={ink.brass}
      bottom={ink.kraftDeep}
      legs={uprightLegs}
      turn={0.6}
      mood="talking"
      brows="raised"
      farArm={{ bend: [100, -60], end: [96, -92], hand: "open" }}
      nearArm={{ bend: [-70, -54], end: [-46, 4] }}
    />
    <PlacedGroup at={[730, 640]}>
      <path d="M-300 0H300L360 46H-360Z" fill={ink.woodLight} />
      <path d="M-360 46H360V74H-360Z" fill={ink.wood} />
      <path d="M-330 74H-296V190H-330ZM296 74H330V190H296Z" fill={ink.woodDark} />
      <path
        d="M-200 8 -220 40M-60 4 -66 42M80 4 88 42M214 8 236 40"
        stroke="#000"
        strokeWidth="3"
        opacity="0.12"
      />
    </PlacedGroup>
    <Package at={[640, 664]} size={1} />
    <Mug at={[800, 668]} size={0.9} />
    <Quilt at={[850, 646]} columns={4} rows={1} patchSize={24} />
    <PersonDrawing
      at={[330, 680]}
      size={1.3}
      skinColor="fair"
      hairColor="sandy"
      haircut="cap"
      hatColor={ink.brick}
      top={ink.evening}
      bottom={ink.slate}
      sleeves="short"
      outfit="apron"
      legs={uprightLegs}
      turn={0.6}
      gaze={[1, -0.3]}
      farArm={{ bend: [90, -60], end: [98, -28] }}
      nearArm={{ bend: [-80, -50], end: [-54, 0], hand: "grip" }}
      heldItem={
        <PlacedGroup at={[-54, 0]} turn={-14}>
          <path d="M-6 -26H6V64H-6Z" fill={ink.woodLight} />
          <path d="M-26 60H14Q28 60 30 72Q18 68 10 82H-26Z" fill={ink.night} />
        </PlacedGroup>
      }
    />
    <PersonDrawing
      at={[1120, 676]}
      size={1.3}
      isMirrored
      skinColor="brown"
      hairColor="gray"
      haircut="bun"
      top={ink.brick}
      bottom={ink.night}
      legs={uprightLegs}
      turn={0.5}
      mood="calm"
      gaze={[1, -0.1]}
      farArm={{ bend: [90, -20], end: [84, -62] }}
      nearArm={{ bend: [-30, -20], end: [52, -66], hand: "grip" }}
      heldItem={<Mug at={[68, -48]} size={0.95} color={ink.cream} />}
    />
    <Star at={[720, 110]} size={1.6} color={ink.brass} />
    <path d="M0 640H1440V960H0Z" fill="url(#shade)" opacity="0.5" />
  </Scene>
);
