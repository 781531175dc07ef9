"""The types of answers. Written by generate.py from the service's descriptions."""

from __future__ import annotations

from typing import Any, Literal, TypedDict

EnergyLabel = Literal["A+++++", "A++++", "A+++", "A++", "A+", "A", "B", "C", "D", "E", "F", "G"]
HouseType = Literal["Appartement", "Galerijflat", "Maisonnette", "Portiekwoning", "Portiekflat", "Corridorflat", "Bovenwoning", "Benedenwoning", "Tussenwoning", "Geschakelde woning", "Eindwoning", "Hoekwoning", "2-onder-1-kapwoning", "Geschakelde 2-onder-1-kapwoning", "Halfvrijstaande woning", "Vrijstaande woning"]


class FoundHome(TypedDict):
    label: str  # the address on one line
    street: str
    houseNumber: int
    houseLetter: str | None
    houseNumberExt: str | None
    postalCode: str
    city: str
    bagId: str
    lon: float | None  # degrees east, WGS84
    lat: float | None  # degrees north, WGS84


class HomevalueResponse(TypedDict):
    houseNumber: int
    houseNumberExt: str | None  # house letter and extension, with a hyphen between when there are both
    postalCode: str  # always in the form 1234AB
    street: str
    city: str
    municipality: str
    state: str  # province
    country: str
    bagId: str  # identification number of the dwelling in the BAG register, 16 digits
    energyLabel: EnergyLabel | None  # as valued
    rooms: int | None  # number of rooms, as valued
    monument: bool | None  # as valued
    valueDate: str  # valuation date; only sales known before it count
    indexedPrice: int | None  # histTransactionPrice, indexed to the valuation date
    buildYear: int | None  # as registered
    inputBuildYear: int | None  # as given by the caller
    useSurface: int | None  # usable area as registered, m2
    inputUseSurface: int | None  # as given by the caller, m2
    volume: int | None  # as valued, m3
    parcelSurface: int | None  # lot area as registered, m2
    inputParcelSurface: int | None  # as given by the caller, m2
    buildType: HouseType | None  # as registered
    inputBuildType: HouseType | None  # as given by the caller
    predictedValue: int  # the hedonic model's own estimate, whole euros
    accuracy: float | None  # 100 times the calibrated probability that a sale price lies within 10 % of weightedValue, one decimal
    confidenceClass: int | None  # 5 is the highest confidence, 0 the lowest
    histTransactionPrice: int | None  # price of the home's last sale known before the valuation date
    histTransactionDate: str | None  # date of that sale
    references: list[ReferenceObjectModel]  # three comparable sales, best first
    weightedValue: int  # the final estimate: hedonic estimate, like homes, comparables and own indexed sale, weighed by their errors on earlier sales, whole euros
    numZipAllTypes: int | None  # sales in the postal-code area (four digits) in the 24 months up to the valuation date
    medZipAllTypes: int | None  # their median price, null when there are none
    numZipSameType: int | None  # of these, sales of the same house type
    medZipSameType: int | None  # their median price
    numStrAllTypes: int | None  # sales on the same street of the same city in the 24 months up to the valuation date
    medStrAllTypes: int | None  # their median price
    numStrSameType: int | None  # of these, sales of the same house type
    medStrSameType: int | None  # their median price


class ReferenceObjectModel(TypedDict):
    amount: int  # transaction price, whole euros
    bagId: str
    buildType: HouseType
    buildYear: int
    buildYearCat: str | None  # construction period, such as 1931-1944, <1906 or >2020
    city: str
    date: str  # transaction date
    distance: float  # to the valued home, metres, one decimal
    equality: float | None  # 100 is the same home next door, sold yesterday
    houseNumber: int
    houseNumberExt: str | None
    indexedPrice: int | None  # amount, indexed to the valuation date
    monument: bool | None
    parcelSurface: int | None  # m2
    postalCode: str
    state: str
    street: str
    useSurface: int  # m2
    volume: int | None  # m3


class Why(TypedDict):
    valuation: HomevalueResponse  # the data of /v1/homevalue
    interval: WhyIntervals  # central intervals of the value, by the percentage of prices that they hold
    home: WhyHome
    words: WhyWords
    notes: WhyNotes  # on what may surprise, a sentence each
    characteristics: list[WhyCharacteristic]  # what is known of the home
    steps: list[WhyStep]  # their euros add up to weightedValue; the total of the last step before the approaches is predictedValue
    index: WhyIndex
    approaches: list[WhyApproach]
    references: list[WhyReference]  # the most alike first
    passedOver: list[WhyPassedOver]  # sales that would be references but for their odd prices
    comparables: list[WhyComparable]  # all that count, those with the most weight first
    shares: WhyShares  # what the value rests on; the three add up to 1
    kriging: WhyKriging
    ownSale: WhyOwnSale | None  # the home's own last sale
    certainty: WhyCertainty


class WhyApproach(TypedDict):
    name: str
    label: str
    indication: int | None  # null where it has nothing to say
    weight: float  # 0 to 1


class WhyCertainty(TypedDict):
    size: float  # mean absolute error to be expected, of the log price
    typicalSize: float  # of the typical sale
    within10: float  # probability that a price lies within 10 % of the value
    within15: float
    within20: float
    risks: list[WhyRisk]  # typicalSize times the factor of each is size; those that change it most first


WhyCharacteristic = TypedDict('WhyCharacteristic', {'name': 'str', 'value': 'dict[str, Any]', 'source': 'str', 'derived': 'bool', 'known': 'str | None', 'until': 'str | None', 'expired': 'bool', 'about': 'str | None', 'label': 'str', 'text': 'str', 'from': 'str'})


class WhyComparable(TypedDict):
    label: str | None  # the address on one line; null where the register has none
    street: str | None
    houseNumber: int | None
    houseNumberExt: str | None
    postalCode: str | None
    city: str | None
    bagId: str | None
    buildType: str | None
    buildYear: int | None
    useSurface: int | None  # m2
    parcelSurface: int | None  # m2
    price: int
    date: str
    distance: float  # metres, one decimal
    indexFactor: float  # moves the price to the valuation date
    indexedPrice: int  # price times indexFactor
    lon: float | None  # degrees east, WGS84
    lat: float | None  # degrees north, WGS84
    adjustment: float  # what the home is held worth over the home sold, a factor
    adjusted: int  # indexedPrice times adjustment
    differences: list[WhyDifference]  # what adjusts it, the largest first: indexedPrice and their euros add up to adjusted. An explanation has them for references and the own sale; for other sales they are empty
    sale: str  # id of the sale, by which a worksheet names it
    weight: float  # among the comparables, 0 to 1; their weights add up to 1, and sales after them have none
    share: float  # in the value, through all approaches; below 0 where a sale says what nearer ones say better
    equality: float  # as references have it


class WhyDifference(TypedDict):
    name: str
    label: str
    has: str | None  # what the home has of a characteristic, as people read it; null where it is not known, and of place and index
    had: str | None  # what the home sold had of it
    log: float
    euros: int


class WhyHome(TypedDict):
    bagId: str
    address: str  # on one line
    lon: float | None  # degrees east, WGS84
    lat: float | None  # degrees north, WGS84


class WhyIndex(TypedDict):
    knownBefore: str  # it uses the sales known before that day
    marketUntil: str  # up to where the market was known then
    staleMonths: float  # from there to the valuation date
    yearChange: float | None  # in the twelve months before, a fraction
    priceSeries: WhySeries | None  # the price series that the forecast of the market follows; null without one, or where nothing is forecast
    turned: WhyTurned | None  # what the last turn of the market would do to the value; null where prices never fell


WhyIntervals = TypedDict('WhyIntervals', {'50': 'list[int]', '80': 'list[int]', '90': 'list[int]'})


class WhyKriging(TypedDict):
    trend: int  # what the home is worth by its characteristics, and place unless nonspatial, in the whole market
    nonspatial: bool
    sales: list[WhyLikeSale]  # those that move its indication most
    moreSales: int  # how many others move it, by less
    moreWeight: float  # their weights, added up
    moreEffect: float  # their change of the logarithm of the indication: trend, residuals by weight and this lead to it


class WhyLikeSale(TypedDict):
    label: str | None  # the address on one line; null where the register has none
    street: str | None
    houseNumber: int | None
    houseNumberExt: str | None
    postalCode: str | None
    city: str | None
    bagId: str | None
    buildType: str | None
    buildYear: int | None
    useSurface: int | None  # m2
    parcelSurface: int | None  # m2
    price: int
    date: str
    distance: float  # metres, one decimal
    indexFactor: float  # moves the price to the valuation date
    indexedPrice: int  # price times indexFactor
    lon: float | None  # degrees east, WGS84
    lat: float | None  # degrees north, WGS84
    residual: float  # how many times its trend the price was
    weight: float


class WhyNotes(TypedDict):
    steps: list[str]  # on characteristics that are not known, or do not count as they are
    references: list[str]  # on references that hardly weigh, or are unlike the home
    kriging: list[str]  # on what kriging begins with and adds


class WhyOwnSale(TypedDict):
    label: str | None  # the address on one line; null where the register has none
    street: str | None
    houseNumber: int | None
    houseNumberExt: str | None
    postalCode: str | None
    city: str | None
    bagId: str | None
    buildType: str | None
    buildYear: int | None
    useSurface: int | None  # m2
    parcelSurface: int | None  # m2
    price: int
    date: str
    distance: float  # metres, one decimal
    indexFactor: float  # moves the price to the valuation date
    indexedPrice: int  # price times indexFactor
    lon: float | None  # degrees east, WGS84
    lat: float | None  # degrees north, WGS84
    adjustment: float  # what the home is held worth over the home sold, a factor
    adjusted: int  # indexedPrice times adjustment
    differences: list[WhyDifference]  # what adjusts it, the largest first: indexedPrice and their euros add up to adjusted. An explanation has them for references and the own sale; for other sales they are empty
    unchanged: float  # share of its weight that it keeps for how little the home has changed
    credibility: float  # probability that its price was a price of the home as it is
    apart: float  # how many times the value without it its indication is


class WhyPassedOver(TypedDict):
    label: str | None  # the address on one line; null where the register has none
    street: str | None
    houseNumber: int | None
    houseNumberExt: str | None
    postalCode: str | None
    city: str | None
    bagId: str | None
    buildType: str | None
    buildYear: int | None
    useSurface: int | None  # m2
    parcelSurface: int | None  # m2
    price: int
    date: str
    distance: float  # metres, one decimal
    indexFactor: float  # moves the price to the valuation date
    indexedPrice: int  # price times indexFactor
    lon: float | None  # degrees east, WGS84
    lat: float | None  # degrees north, WGS84
    adjustment: float  # what the home is held worth over the home sold, a factor
    adjusted: int  # indexedPrice times adjustment
    differences: list[WhyDifference]  # what adjusts it, the largest first: indexedPrice and their euros add up to adjusted. An explanation has them for references and the own sale; for other sales they are empty
    off: float  # how many times what the comparables say its adjusted price is


class WhyReference(TypedDict):
    label: str | None  # the address on one line; null where the register has none
    street: str | None
    houseNumber: int | None
    houseNumberExt: str | None
    postalCode: str | None
    city: str | None
    bagId: str | None
    buildType: str | None
    buildYear: int | None
    useSurface: int | None  # m2
    parcelSurface: int | None  # m2
    price: int
    date: str
    distance: float  # metres, one decimal
    indexFactor: float  # moves the price to the valuation date
    indexedPrice: int  # price times indexFactor
    lon: float | None  # degrees east, WGS84
    lat: float | None  # degrees north, WGS84
    adjustment: float  # what the home is held worth over the home sold, a factor
    adjusted: int  # indexedPrice times adjustment
    differences: list[WhyDifference]  # what adjusts it, the largest first: indexedPrice and their euros add up to adjusted. An explanation has them for references and the own sale; for other sales they are empty
    share: float  # as comparables have it
    equality: float  # 100 is the same home next door, sold yesterday; one decimal


class WhyRisk(TypedDict):
    name: str
    text: str | None  # in words; null where it hardly counts
    has: float | None
    typical: float | None
    factor: float  # above 1 the error is larger for it


class WhySeries(TypedDict):
    until: str  # its last month that was known
    share: float  # in the forecast, 0 to 1; the rest is the market's own growth


class WhyShares(TypedDict):
    sales: float  # of the sales of other homes together
    ownSale: float  # of the home's own last sale
    model: float  # of what all sales together say about characteristics and place


class WhyStep(TypedDict):
    part: str  # typical, area, group, place, characteristic or approach
    name: str | None  # of the characteristic or the approach
    label: str
    text: str | None  # what the home has of the characteristic, and what is typical
    imputed: bool  # what the home has is not known; a typical value is taken
    log: float  # its change of the logarithm of the value
    euros: int  # its change of the total
    total: int  # after the step


class WhyTurned(TypedDict):
    marketKnown: str  # the last month that was known on the valuation date: there the market would turn
    turnAfter: str  # its last peak before a fall: as after that month it would turn
    value: int  # on the valuation date, had the market turned; whole euros
    change: float  # of the value, a fraction: 0 or negative


WhyWords = TypedDict('WhyWords', {'accuracy': 'str', 'class': 'str', 'scales': 'str', 'dataAge': 'str', 'oldSales': 'str', 'status': 'str', 'market': 'str', 'priceSeries': 'str', 'turned': 'str', 'references': 'str', 'shares': 'str', 'sure': 'list[str]', 'unsure': 'list[str]'})
