/** Up to this width the bar is at the bottom and tables are cards; the styles use the same one. CSS pixels. */
export const NARROW_SCREEN_PX = 760;
