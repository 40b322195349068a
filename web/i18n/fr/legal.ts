import legal from "./legal.json";

export default { legal };
