/** Firms, schools and towns that a German sentence, where every noun has a capital, would hide. Folded. */
export const brands = new Set(
  `accenture adecco adidas aldi allianz alstom amazon apple audi auchan axa basf bayer beiersdorf biontech bmw bosch bouygues bnp capgemini
  carrefour cisco citroen commerzbank continental daimler danone darty decathlon deloitte dhl dm edeka engie ericsson ernst eurowings facebook fnac
  google hellofresh henkel hermes hilton hornbach hsbc ibm ikea infineon ing intel kaufland kpmg leclerc lidl linkedin lufthansa lvmh marriott
  mastercard mcdonald mcdonalds mckinsey mediamarkt meta metro microsoft monoprix netflix netto nestle nike nokia novartis nvidia nestle obi otto
  penny peugeot pfizer philips porsche puma pwc renault rewe roche rossmann ryanair safran saint-gobain samsung sanofi santander saturn schneider
  sephora siemens spotify starbucks tesla tesco thales thyssenkrupp toyota tui unicredit unilever vattenfall vinci vodafone volkswagen vw
  zalando zara zeiss airbus boeing accor ibis novotel michelin valeo faurecia veolia suez edf sncf ratp orange-business bnpparibas natixis
  sainsbury sainsburys waitrose morrisons asda barclays lloyds natwest hsbc vodafone rolls-royce astrazeneca gsk deutsche-bahn sparkasse volksbank
  postbank telekom eon rwe enbw hochtief strabag bilfinger linde merck evonik lanxess covestro trumpf festo kuka claas miele vaillant viessmann
  hec essec escp edhec emlyon insead insa polytechnique sorbonne dauphine centralesupelec epitech epita ferrandi vatel cordon-bleu kedge audencia
  oxford harvard yale princeton stanford ucl lse imperial lmu tum rwth kit charite humboldt tubingen heidelberg gottingen mannheim marburg bocconi
  epfl ethz erasmus-universitat whu ebs hwr htw`.split(/\s+/),
);

/** Towns, which say something only of a house that is named after them: "Universität Aachen". Folded. */
export const towns = new Set(
  `aachen augsburg berlin bielefeld bochum bonn bremen chemnitz darmstadt dortmund dresden duisburg dusseldorf erfurt erlangen frankfurt freiburg
  furth gelsenkirchen gottingen hagen hamburg hannover heidelberg heilbronn ingolstadt jena karlsruhe kassel kiel koblenz koln konstanz krefeld
  leipzig leverkusen lubeck ludwigshafen magdeburg mainz mannheim munchen munster nurnberg oldenburg osnabruck paderborn passau pforzheim potsdam
  regensburg reutlingen rosenheim rostock saarbrucken schwerin siegen stuttgart trier tubingen ulm weimar wiesbaden wolfsburg wuppertal wurzburg
  graz innsbruck linz salzburg wien basel bern genf lausanne luzern zurich amsterdam barcelona brussel dublin edinburgh glasgow kopenhagen
  lissabon liverpool london lyon madrid mailand manchester marseille new-york nizza oslo paris prag rom stockholm strassburg toulouse warschau`.split(
    /\s+/u,
  ),
);
