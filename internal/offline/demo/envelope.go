package demo

// standHead begins a file of objects. Arguments: the delivery's day, the type of object.
const standHead = `<?xml version="1.0" encoding="UTF-8"?>
<sl-bag-extract:bagStand xmlns:DatatypenNEN3610="www.kadaster.nl/schemas/lvbag/imbag/datatypennen3610/v20200601" ` +
	`xmlns:Objecten="www.kadaster.nl/schemas/lvbag/imbag/objecten/v20200601" ` +
	`xmlns:gml="http://www.opengis.net/gml/3.2" ` +
	`xmlns:Historie="www.kadaster.nl/schemas/lvbag/imbag/historie/v20200601" ` +
	`xmlns:Objecten-ref="www.kadaster.nl/schemas/lvbag/imbag/objecten-ref/v20200601" ` +
	`xmlns:nen5825="www.kadaster.nl/schemas/lvbag/imbag/nen5825/v20200601" ` +
	`xmlns:KenmerkInOnderzoek="www.kadaster.nl/schemas/lvbag/imbag/kenmerkinonderzoek/v20200601" ` +
	`xmlns:selecties-extract="http://www.kadaster.nl/schemas/lvbag/extract-selecties/v20200601" ` +
	`xmlns:sl-bag-extract="http://www.kadaster.nl/schemas/lvbag/extract-deelbestand-lvc/v20200601" ` +
	`xmlns:sl="http://www.kadaster.nl/schemas/standlevering-generiek/1.0" ` +
	`xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" ` +
	`xmlns:xs="http://www.w3.org/2001/XMLSchema">
<sl-bag-extract:bagInfo><selecties-extract:Gebied-Registratief>` +
	`<selecties-extract:Gebied-NLD>true</selecties-extract:Gebied-NLD>` +
	`</selecties-extract:Gebied-Registratief><selecties-extract:LVC-Extract>` +
	`<selecties-extract:StandTechnischeDatum>%s</selecties-extract:StandTechnischeDatum>` +
	`</selecties-extract:LVC-Extract></sl-bag-extract:bagInfo>
<sl:standBestand><sl:dataset>LVBAG</sl:dataset><sl:inhoud><sl:gebied>NLD</sl:gebied>` +
	`<sl:leveringsId>0000000001</sl:leveringsId><sl:objectTypen><sl:objectType>%s</sl:objectType></sl:objectTypen></sl:inhoud>
`

// deliveryNote is the document that goes with a delivery. Arguments: its day, the
// municipality's code and name.
const deliveryNote = `<?xml version="1.0" encoding="UTF-8"?>
<xb:BAG-Extract-Levering xmlns:xb="http://www.kadaster.nl/schemas/lvbag/extract-levering/v20200601" ` +
	`xmlns:selecties-extract="http://www.kadaster.nl/schemas/lvbag/extract-selecties/v20200601">
  <xb:SelectieGegevens>
    <selecties-extract:LVC-Extract>
      <selecties-extract:StandTechnischeDatum>%s</selecties-extract:StandTechnischeDatum>
    </selecties-extract:LVC-Extract>
    <selecties-extract:Gebied-Registratief>
      <selecties-extract:Gebied-GEM>
        <selecties-extract:GemeenteCollectie>
          <selecties-extract:Gemeente>
            <selecties-extract:GemeenteIdentificatie>%s</selecties-extract:GemeenteIdentificatie>
            <selecties-extract:GemeenteNaam>%s</selecties-extract:GemeenteNaam>
          </selecties-extract:Gemeente>
        </selecties-extract:GemeenteCollectie>
      </selecties-extract:Gebied-GEM>
    </selecties-extract:Gebied-Registratief>
  </xb:SelectieGegevens>
  <xb:SchemaInfo>
    <xb:naam>BagvsExtractDeelbestandExtractLvc-2.1.0.xsd</xb:naam>
    <xb:versie>20200601</xb:versie>
  </xb:SchemaInfo>
</xb:BAG-Extract-Levering>
`

// relationHead begins the file of cities and their municipalities. Argument: the delivery's day.
const relationHead = `<?xml version="1.0" encoding="UTF-8"?>
<!-- An invented town: none of this is in any register. -->
<gwr-bestand:BAG-GWR-Deelbestand-LVC xmlns:gwr-bestand="www.kadaster.nl/schemas/lvbag/gem-wpl-rel/gwr-deelbestand-lvc/v20200601" ` +
	`xmlns:selecties-extract="http://www.kadaster.nl/schemas/lvbag/extract-selecties/v20200601" ` +
	`xmlns:bagtypes="www.kadaster.nl/schemas/lvbag/gem-wpl-rel/bag-types/v20200601" ` +
	`xmlns:gwr-product="www.kadaster.nl/schemas/lvbag/gem-wpl-rel/gwr-producten-lvc/v20200601">
<gwr-bestand:SelectieGegevens><selecties-extract:StandTechnischeDatum>%s</selecties-extract:StandTechnischeDatum></gwr-bestand:SelectieGegevens>
<gwr-bestand:Product><gwr-product:GemeenteWoonplaatsRelatieProduct>`

// relationRow is one city. Arguments: the first day of the relation, the city and the municipality.
const relationRow = `<gwr-product:GemeenteWoonplaatsRelatie><gwr-product:tijdvakgeldigheid>` +
	`<bagtypes:begindatumTijdvakGeldigheid>%s</bagtypes:begindatumTijdvakGeldigheid></gwr-product:tijdvakgeldigheid>` +
	`<gwr-product:gerelateerdeWoonplaats><gwr-product:identificatie>%s</gwr-product:identificatie></gwr-product:gerelateerdeWoonplaats>` +
	`<gwr-product:gerelateerdeGemeente><gwr-product:identificatie>%s</gwr-product:identificatie></gwr-product:gerelateerdeGemeente>` +
	`<gwr-product:status>definitief</gwr-product:status></gwr-product:GemeenteWoonplaatsRelatie>`
