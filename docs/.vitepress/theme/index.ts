// The theme with the fonts that the reader's machine has: fewer bytes, and no font of anybody's.
import theme from "vitepress/theme-without-fonts";
import "./wide.css";

export default theme;
