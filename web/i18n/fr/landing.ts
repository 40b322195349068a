import landing from "./landing.json";

export default { landing };
