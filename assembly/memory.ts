// The arena: blocks in size classes above __heap_base, four classes to a power of two.
// A released block goes to its class and is handed out again as it is, so a program that creates and
// removes the same shapes for ever stays where it is, and both operations take constant time.
// Layout of a block: 16 bytes of header (class, next free block), then the payload on 16 bytes.

const HEADER_BYTES: u32 = 16;
const UNIT_BITS: u32 = 4;
const CLASS_COUNT: u32 = 116;
const PAGE_BITS: u32 = 16;
/** Addresses stay below 2 GiB, so JavaScript never sees a negative one. */
const MAX_BYTES: u32 = 0x7fff_0000;

@unmanaged
class Block {
  sizeClass: u32;
  nextFree: u32;
}

const freeBlocks: usize = memory.data(<i32>(CLASS_COUNT * 4), 16);
let top: u32 = (<u32>__heap_base + 15) & ~15;
let live: u32 = 0;

/** Address of a zero-filled block of at least `bytes`, on 16 bytes; 0 when the memory cannot grow. */
export function allocate(bytes: u32): usize {
  if (bytes > MAX_BYTES) return 0;
  const sizeClass = classOf(((bytes + HEADER_BYTES - 1) >> UNIT_BITS) + 1);
  const head = freeBlocks + (sizeClass << 2);
  const blockBytes = unitsOf(sizeClass) << UNIT_BITS;
  let block = <usize>load<u32>(head);
  if (block) {
    store<u32>(head, changetype<Block>(block).nextFree);
  } else {
    if (!reserve(blockBytes)) return 0;
    block = top;
    top += blockBytes;
    changetype<Block>(block).sizeClass = sizeClass;
  }
  live += blockBytes;
  const payload = block + HEADER_BYTES;
  memory.fill(payload, 0, blockBytes - HEADER_BYTES);
  return payload;
}

/** Gives back a block of `allocate`. 0 is ignored. */
export function release(payload: usize): void {
  if (!payload) return;
  const block = changetype<Block>(payload - HEADER_BYTES);
  const head = freeBlocks + (block.sizeClass << 2);
  block.nextFree = load<u32>(head);
  store<u32>(head, <u32>changetype<usize>(block));
  live -= unitsOf(block.sizeClass) << UNIT_BITS;
}

/** Grows the memory so that `bytes` more fit above the arena's top; 1, or 0 when it cannot. */
export function reserve(bytes: u32): u32 {
  if (bytes > MAX_BYTES - top) return 0;
  const size = <u32>memory.size() << PAGE_BITS;
  if (top + bytes <= size) return 1;
  const missing = (top + bytes - size + 0xffff) >> PAGE_BITS;
  // A quarter more than asked for keeps the number of growths, each of which detaches every view, logarithmic.
  const spare = min<u32>(size >> 2, MAX_BYTES - top - bytes) >> PAGE_BITS;
  return u32(memory.grow(<i32>(missing + spare)) >= 0 || memory.grow(<i32>missing) >= 0);
}

/** Bytes in blocks handed out and not released, headers and rounding included. */
export function liveBytes(): u32 {
  return live;
}

/** The smallest class that holds `units` of 16 bytes: 1, 2, 3, 4, then 5..8 times a power of two. */
function classOf(units: u32): u32 {
  if (units <= 4) return units;
  const exponent = <u32>(29 - clz(units - 1));
  return (exponent << 2) + ((units - 1) >> exponent) + 1;
}

function unitsOf(sizeClass: u32): u32 {
  if (sizeClass <= 4) return sizeClass;
  return (((sizeClass - 5) & 3) + 5) << ((sizeClass - 5) >> 2);
}
