/**
 * Draws a QR code (ISO/IEC 18004) of a short text as SVG: byte mode, error correction M, mask 0. Auth returns one when an
 * authenticator app is enrolled.
 */
const FORMAT_BITS_M0 = 0x5412;
/** Error correction bytes per block, and number of blocks, by version from 1, both for level M. */
const CHECK_BYTES = [10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24];
const BLOCKS = [1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10];
const QUIET_ZONE = 4;

export function qrCodeSvg(text: string): string {
  const modules = qrCode(text);
  const side = modules.length + 2 * QUIET_ZONE;
  const path = modules
    .flatMap((row, y) =>
      row.map((dark, x) => (dark ? `M${x + QUIET_ZONE},${y + QUIET_ZONE}h1v1h-1z` : "")),
    )
    .join("");
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}" shape-rendering="crispEdges">` +
    `<path fill="#fff" d="M0,0h${side}v${side}h-${side}z"/><path d="${path}"/></svg>`
  );
}

export function qrCode(text: string): boolean[][] {
  const bytes = [...new TextEncoder().encode(text)];
  const version = CHECK_BYTES.findIndex((_, index) => bytes.length <= capacity(index + 1)) + 1;
  if (version === 0) throw new Error("Too long for this QR code");
  const symbol = new QrSymbol(version);
  symbol.drawBytes(interleave(version, dataBytes(version, bytes)));
  return symbol.dark;
}

const checkBytes = (version: number) => CHECK_BYTES[version - 1] ?? 0;
const blocks = (version: number) => BLOCKS[version - 1] ?? 0;
const alignments = (version: number) => (version === 1 ? 0 : Math.floor(version / 7) + 2);
const lengthBits = (version: number) => (version < 10 ? 8 : 16);

function rawBytes(version: number): number {
  const patterns = alignments(version);
  const modules =
    (16 * version + 128) * version +
    64 -
    (patterns === 0 ? 0 : (25 * patterns - 10) * patterns - 55) -
    (version < 7 ? 0 : 36);
  return Math.floor(modules / 8);
}

const usableBytes = (version: number) => rawBytes(version) - checkBytes(version) * blocks(version);
const capacity = (version: number) =>
  usableBytes(version) - Math.ceil((4 + lengthBits(version)) / 8);

function dataBytes(version: number, bytes: readonly number[]): number[] {
  const bits = [0b0100, bytes.length, ...bytes]
    .map((value, index) =>
      value.toString(2).padStart(index === 0 ? 4 : index === 1 ? lengthBits(version) : 8, "0"),
    )
    .join("");
  const padded = `${bits}0000`.padEnd(Math.ceil((bits.length + 4) / 8) * 8, "0");
  const filled = (padded.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2));
  const wanted = usableBytes(version);
  for (let pad = 0xec; filled.length < wanted; pad ^= 0xec ^ 0x11) filled.push(pad);
  return filled.slice(0, wanted);
}

function interleave(version: number, data: readonly number[]): number[] {
  const count = blocks(version);
  const short = Math.floor(data.length / count);
  const shortBlocks = count - (data.length % count);
  const generator = generatorOf(checkBytes(version));
  let start = 0;
  const parts = Array.from({ length: count }, (_, index) => {
    const part = data.slice(start, (start += short + (index < shortBlocks ? 0 : 1)));
    return { part, check: remainderOf(part, generator) };
  });
  const column = (list: readonly (readonly number[])[]) =>
    Array.from({ length: Math.max(...list.map(({ length }) => length)) }, (_, index) =>
      list.flatMap((block) => block[index] ?? []),
    ).flat();
  return [...column(parts.map(({ part }) => part)), ...column(parts.map(({ check }) => check))];
}

/** Multiplies in GF(256) modulo x⁸ + x⁴ + x³ + x² + 1. */
function times(left: number, right: number): number {
  let product = 0;
  for (let bit = 7; bit >= 0; bit -= 1) {
    product = (product << 1) ^ ((product >>> 7) * 0x11d);
    product ^= ((right >>> bit) & 1) * left;
  }
  return product;
}

function generatorOf(degree: number): number[] {
  let generator = [1];
  for (let index = 0, root = 1; index < degree; index += 1, root = times(root, 2)) {
    const shifted = [...generator, 0];
    generator = shifted.map((value, place) => value ^ times(generator[place - 1] ?? 0, root));
  }
  return generator;
}

function remainderOf(data: readonly number[], generator: readonly number[]): number[] {
  const remainder = [...data, ...generator.slice(1).map(() => 0)];
  for (let place = 0; place < data.length; place += 1) {
    const factor = remainder[place] ?? 0;
    generator.forEach((value, index) => {
      remainder[place + index] = (remainder[place + index] ?? 0) ^ times(value, factor);
    });
  }
  return remainder.slice(data.length);
}

class QrSymbol {
  readonly dark: boolean[][];
  private readonly taken: boolean[][];
  private readonly version: number;
  private readonly size: number;

  constructor(version: number) {
    this.version = version;
    this.size = version * 4 + 17;
    const grid = () =>
      Array.from({ length: this.size }, () => Array.from({ length: this.size }, () => false));
    this.dark = grid();
    this.taken = grid();
    this.drawPatterns();
  }

  private set(x: number, y: number, isDark: boolean): void {
    const row = this.dark[y];
    const taken = this.taken[y];
    if (row === undefined || taken === undefined || x < 0 || x >= this.size) return;
    row[x] = isDark;
    taken[x] = true;
  }

  /** Draws concentric squares around a point; `light` lists the distances drawn light. */
  private drawSquares(centreX: number, centreY: number, radius: number, light: readonly number[]) {
    for (let y = -radius; y <= radius; y += 1) {
      for (let x = -radius; x <= radius; x += 1) {
        const distance = Math.max(Math.abs(x), Math.abs(y));
        this.set(centreX + x, centreY + y, !light.includes(distance));
      }
    }
  }

  private drawPatterns(): void {
    const last = this.size - 1;
    for (let place = 0; place < this.size; place += 1) {
      this.set(6, place, place % 2 === 0);
      this.set(place, 6, place % 2 === 0);
    }
    for (const [x, y] of [
      [3, 3],
      [last - 3, 3],
      [3, last - 3],
    ] as const) {
      this.drawSquares(x, y, 4, [2, 4]);
    }
    const places = this.alignmentPlaces();
    for (const x of places) {
      for (const y of places) {
        const isCorner = [x, y].every((place) => place === 6 || place === last - 6);
        if (!isCorner || (x === last - 6 && y === last - 6)) this.drawSquares(x, y, 2, [1]);
      }
    }
    this.drawFormat(last);
    if (this.version >= 7) this.drawVersion();
  }

  private alignmentPlaces(): number[] {
    const count = alignments(this.version);
    if (count === 0) return [];
    const step = Math.ceil((this.size - 13) / (count * 2 - 2)) * 2;
    const last = this.size - 7;
    return [6, ...Array.from({ length: count - 1 }, (_, index) => last - index * step)];
  }

  private drawFormat(last: number): void {
    const bit = (index: number) => ((FORMAT_BITS_M0 >>> index) & 1) === 1;
    for (let index = 0; index < 15; index += 1) {
      const near = index < 6 ? index : index < 8 ? index + 1 : index === 8 ? 7 : 14 - index;
      if (index < 8) {
        this.set(8, near, bit(index));
        this.set(last - index, 8, bit(index));
      } else {
        this.set(near, 8, bit(index));
        this.set(8, last - 14 + index, bit(index));
      }
    }
    this.set(8, last - 7, true);
  }

  private drawVersion(): void {
    let remainder = this.version;
    for (let round = 0; round < 12; round += 1) {
      remainder = (remainder << 1) ^ ((remainder >>> 11) * 0x1f25);
    }
    const bits = (this.version << 12) | remainder;
    for (let index = 0; index < 18; index += 1) {
      const isDark = ((bits >>> index) & 1) === 1;
      const far = this.size - 11 + (index % 3);
      const near = Math.floor(index / 3);
      this.set(far, near, isDark);
      this.set(near, far, isDark);
    }
  }

  /** Fills pairs of columns from the right, alternately up and down, skipping taken modules, and applies mask 0. */
  drawBytes(bytes: readonly number[]): void {
    let bit = 0;
    for (let right = this.size - 1; right >= 1; right -= 2) {
      const pair = right <= 6 ? right - 1 : right;
      const isUpward = ((pair + 1) & 2) === 0;
      for (let step = 0; step < this.size; step += 1) {
        const y = isUpward ? this.size - 1 - step : step;
        for (const x of [pair, pair - 1]) {
          if (this.taken[y]?.[x] !== false) continue;
          const value = ((bytes[bit >>> 3] ?? 0) >>> (7 - (bit & 7))) & 1;
          this.set(x, y, (value === 1) !== ((x + y) % 2 === 0));
          bit += 1;
        }
      }
    }
  }
}
