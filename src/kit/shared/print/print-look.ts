export const ink = '#1a2230';
export const quiet = '#5b6675';
export const rule = '#c9d0da';
export const headFill = '#eef1f5';
export const margins = { side: 40, top: 40, bottom: 56 };
