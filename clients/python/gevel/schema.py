"""The types of questions and answers. Written by generate.py from the service's descriptions."""

from __future__ import annotations

import datetime
import json
from typing import Any, Dict, Iterable, List, Literal, Mapping, TypeVar, Union, overload

from .answer import Answer
from .record import Record, parameters

Day = Union[datetime.date, str]  # 2026-11-20
Kind = TypeVar("Kind", bound=Record)

EnergyLabel = Literal["A+++++", "A++++", "A+++", "A++", "A+", "A", "B", "C", "D", "E", "F", "G"]
HouseType = Literal["Appartement", "Galerijflat", "Maisonnette", "Portiekwoning", "Portiekflat", "Corridorflat", "Bovenwoning", "Benedenwoning", "Tussenwoning", "Geschakelde woning", "Eindwoning", "Hoekwoning", "2-onder-1-kapwoning", "Geschakelde 2-onder-1-kapwoning", "Halfvrijstaande woning", "Vrijstaande woning"]


class AddressesResponse(Record):
    homes: List[FoundHome]  # the best first
    more: bool  # whether there are others
    meant: bool  # whether the query says the first one, and no other
    guessed: bool  # whether it says none of them: something in it was put right


class Adjustment(Record):
    log: float | None  # of the factor on the indexed price, -1 to 1
    euros: int | None  # added to the indexed price
    reason: str  # one line of at most 300 letters


class BatchAnswer(Record):
    line: int  # the row's line in the body; in an array, its place
    id: str | None  # the caller's, given back as it is
    postal_code: str | None
    postalCode: str | None
    house_number: int | None
    houseNumber: int | None
    house_letter: str | None
    houseLetter: str | None
    house_number_ext: str | None
    houseNumberExt: str | None
    build_type: HouseType | None
    buildType: HouseType | None
    build_year: int | None
    buildYear: int | None
    use_surface: int | None
    useSurface: int | None
    parcel_surface: int | None
    parcelSurface: int | None
    volume: int | None
    number_of_rooms: int | None
    numberOfRooms: int | None
    energy_label: EnergyLabel | None
    energyLabel: EnergyLabel | None
    monument: bool | None
    valuation_date: str | None
    valuationDate: str | None
    weighted_value: int | None  # whole euros
    weightedValue: int | None
    value_low: int | None  # whole euros
    valueLow: int | None
    value_high: int | None  # whole euros
    valueHigh: int | None
    confidence_class: int | None
    confidenceClass: int | None
    accuracy: float | None
    forecast_standard_deviation: float | None
    forecastStandardDeviation: float | None
    status: str | None  # formed, out_of_use or rebuilding, only of a home that is not in use
    predicted_value: int | None  # whole euros
    predictedValue: int | None
    value_date: str | None
    valueDate: str | None
    bag_id: str | None
    bagId: str | None
    edition: str | None
    model_version: str | None
    modelVersion: str | None
    made_by: str | None
    madeBy: str | None
    reason: str | None  # why there is no value; stable
    message: str | None  # for people, and may change: also of a text in place of a number, without which the row is valued
    errors: List[ErrorDetail] | None


class Change(Record):
    what: str  # edition, value, model, comparable (a sale that was among the home's comparables and is no more) or characteristic
    name: str  # id of the sale, or column of the characteristic
    before: str
    now: str  # empty where there is nothing any more


class Correction(Record):
    characteristic: str  # name of a characteristic of the edition, as a parameter, an answer or a column has it: useSurface, num_maintenance
    value: Dict[str, Any]  # as the parameter takes it: a number, a text, true or false
    source: str  # how it is known: one line of at most 300 letters


class ErrorDetail(Record):
    reason: str  # stable: the name of the parameter at fault, or what is the matter
    message: str  # for people; may change


class Found(Record):
    edition: str
    value: int
    model: int
    listed: List[str]  # which of the sales that it names were comparables of the home
    characteristics: Dict[str, Any]  # what was known of the home, by column


class FoundHome(Record):
    label: str  # the address on one line
    street: str
    house_number: int
    houseNumber: int
    house_letter: str | None
    houseLetter: str | None
    house_number_ext: str | None
    houseNumberExt: str | None
    postal_code: str
    postalCode: str
    city: str
    bag_id: str
    bagId: str
    lon: float | None  # degrees east, WGS84
    lat: float | None  # degrees north, WGS84


class FrontViewData(Record):
    items_: List[FrontViewItem]  # one per id that has a front view, in the order asked


class FrontViewItem(Record):
    image_url: str  # can be downloaded for 24 hours
    imageUrl: str
    number_id: str  # BAG number id (nummeraanduiding), 16 digits
    numberId: str
    source: str  # who made the picture
    timestamp: int  # when the picture was taken, Unix seconds


class HomevalueAvailableResponse(Record):
    available: bool  # true exactly when /homevalue with the same parameters answers 200


class HomevalueComparablesResponse(Record):
    comparables: List[WhyComparable]  # sales of the home's list of evidence, each with its differences
    shares: ListedShares  # of the value that these sales leave; with their own shares they add up to 1


class HomevalueResponse(Record):
    house_number: int
    houseNumber: int
    house_number_ext: str | None  # house letter and extension, with a hyphen between when there are both
    houseNumberExt: str | None
    postal_code: str  # always in the form 1234AB
    postalCode: str
    street: str
    city: str
    municipality: str
    state: str  # province
    country: str
    bag_id: str  # identification number of the dwelling in the BAG register, 16 digits
    bagId: str
    energy_label: EnergyLabel | None  # as valued
    energyLabel: EnergyLabel | None
    rooms: int | None  # number of rooms, as valued
    monument: bool | None  # as valued
    value_date: str  # valuation date; only sales known before it count
    valueDate: str
    indexed_price: int | None  # histTransactionPrice, indexed to the valuation date
    indexedPrice: int | None
    build_year: int | None  # as registered
    buildYear: int | None
    input_build_year: int | None  # as given by the caller
    inputBuildYear: int | None
    use_surface: int | None  # usable area as registered, m2
    useSurface: int | None
    input_use_surface: int | None  # as given by the caller, m2
    inputUseSurface: int | None
    volume: int | None  # as valued, m3
    parcel_surface: int | None  # lot area as registered, m2
    parcelSurface: int | None
    input_parcel_surface: int | None  # as given by the caller, m2
    inputParcelSurface: int | None
    build_type: HouseType | None  # as registered
    buildType: HouseType | None
    input_build_type: HouseType | None  # as given by the caller
    inputBuildType: HouseType | None
    predicted_value: int  # the hedonic model's own estimate, whole euros
    predictedValue: int
    accuracy: float | None  # 100 times the calibrated probability that a sale price lies within 10 % of weightedValue, one decimal
    confidence_class: int | None  # 5 is the highest confidence, 0 the lowest
    confidenceClass: int | None
    hist_transaction_price: int | None  # price of the home's last sale known before the valuation date
    histTransactionPrice: int | None
    hist_transaction_date: str | None  # date of that sale
    histTransactionDate: str | None
    references: List[ReferenceObjectModel]  # three comparable sales, best first
    weighted_value: int  # the final estimate: hedonic estimate, like homes, comparables and own indexed sale, weighed by their errors on earlier sales, whole euros
    weightedValue: int
    num_zip_all_types: int | None  # sales in the postal-code area (four digits) in the 24 months up to the valuation date
    numZipAllTypes: int | None
    med_zip_all_types: int | None  # their median price, null when there are none
    medZipAllTypes: int | None
    num_zip_same_type: int | None  # of these, sales of the same house type
    numZipSameType: int | None
    med_zip_same_type: int | None  # their median price
    medZipSameType: int | None
    num_str_all_types: int | None  # sales on the same street of the same city in the 24 months up to the valuation date
    numStrAllTypes: int | None
    med_str_all_types: int | None  # their median price
    medStrAllTypes: int | None
    num_str_same_type: int | None  # of these, sales of the same house type
    numStrSameType: int | None
    med_str_same_type: int | None  # their median price
    medStrSameType: int | None


class HomevalueValueResponse(Record):
    weighted_value: int  # whole euros
    weightedValue: int
    confidence_class: int  # 5 is the highest confidence, 0 the lowest
    confidenceClass: int


class HouseImagesAddress(Record):
    postal_code: str
    postalCode: str
    house_number: int
    houseNumber: int
    house_letter: str | None
    houseLetter: str | None
    house_number_ext: str | None
    houseNumberExt: str | None


class HouseImagesData(Record):
    address: HouseImagesAddress  # as registered
    images_date: str  # the day the newest photo was taken; without photos the day of the request
    imagesDate: str
    images: List[str]  # newest first; each can be downloaded for 24 hours


class JudgedComparable(Record):
    label: str | None  # the address on one line; null where the register has none
    street: str | None
    house_number: int | None
    houseNumber: int | None
    house_number_ext: str | None
    houseNumberExt: str | None
    postal_code: str | None
    postalCode: str | None
    city: str | None
    bag_id: str | None
    bagId: str | None
    build_type: str | None
    buildType: str | None
    build_year: int | None
    buildYear: int | None
    use_surface: int | None  # m2
    useSurface: int | None
    parcel_surface: int | None  # m2
    parcelSurface: int | None
    price: int
    date: str
    distance: float  # metres, one decimal
    index_factor: float  # moves the price to the valuation date
    indexFactor: float
    indexed_price: int  # price times indexFactor
    indexedPrice: int
    lon: float | None  # degrees east, WGS84
    lat: float | None  # degrees north, WGS84
    adjustment: float  # what the home is held worth over the home sold, a factor
    adjusted: int  # indexedPrice times adjustment
    differences: List[WhyDifference]  # what adjusts it, the largest first: indexedPrice and their euros add up to adjusted. An explanation has them for references and the own sale; for other sales they are empty
    sale: str  # id of the sale, by which a worksheet names it
    weight: float  # among the comparables, 0 to 1; their weights add up to 1, and sales after them have none
    share: float  # in the value, through all approaches; below 0 where a sale says what nearer ones say better
    equality: float  # as references have it
    listed: bool  # it is one of the home's own comparables
    pick: bool | None  # true if it was picked, false if rejected, null if not judged
    reason: str | None  # why, as it was sent
    chosen_weight: float  # its weight among the chosen, 0 to 1; 0 if it does not count
    chosenWeight: float


class Judgement(Record):
    schema: str | None  # gevel-judgement/2, the form of this document
    edition: str | None  # id of the edition that answered it last
    request: Request | None  # the home and the day that it is about; the query may say it instead
    author: str | None  # who judged: one line of at most 300 letters
    day: str | None  # when; the day of the request where none is given
    comparables: List[Verdict]  # the sales that were picked or rejected; where any is picked the picked ones count alone, otherwise all comparables but the rejected
    corrections: List[Correction]  # what is known better than the register knows it
    value: Stated | None  # the value that the appraiser states
    found: Found | None  # what the answer before this one found, as it was answered: a later answer says what has changed since


class ListedShares(Record):
    others: float  # of the sales of other homes that are not in this answer
    own_sale: float  # of the home's own last sale
    ownSale: float
    model: float  # of what all sales together say about characteristics and place


class OwnSale(Record):
    postal_code: str | None
    postalCode: str | None
    house_number: int | None
    houseNumber: int | None
    house_letter: str | None
    houseLetter: str | None
    house_number_ext: str | None
    houseNumberExt: str | None
    bag_id: str | None  # of the dwelling
    bagId: str | None
    lon: float | None  # degrees east, WGS84: with lat in place of an address of the register
    lat: float | None  # degrees north, WGS84
    price: int  # whole euros
    date: str  # of the sale, before the valuation date
    characteristics: Dict[str, Any] | None  # of the home sold, by name, over what the register says of the address. What is not known counts as the home's own
    source: str  # how it is known: one line of at most 300 letters


class PageWorksheet(Record):
    value: int  # the judged value: as the appraiser states it, or else weighed
    stated: bool  # the appraiser states it
    weighed: int  # the chosen comparables' indication reconciled with the model's value
    low: int  # of the 80 % interval of weighed
    high: int
    forecast_standard_deviation: float  # of weighed, relative to it, four decimals
    forecastStandardDeviation: float
    model: int  # the model's value of the home as corrected
    model_low: int
    modelLow: int
    model_high: int
    modelHigh: int
    indication: int | None  # what the chosen comparables say; null where none is chosen
    weight: float  # share of that indication in weighed, 0 to 1; the rest is the model's. It follows from how many are chosen, how alike they are and how far they lie apart
    chosen: int  # sales that count; 0 leaves the value to the model
    beyond: int  # how many of them are beyond the home's own comparables: each costs a use more
    learned: int  # errors of chosen comparables on unseen sales behind weight and interval; 0 where the edition holds none and cautious ones are taken
    changes: List[Change]  # what has changed since the answer that the judgement was sent with
    before: Found | None  # what that answer found; null without one
    judgement: Judgement  # the document to keep: the judgement as it was sent, with its edition, request and day, and what was found
    comparables: List[JudgedComparable]  # of the home as corrected, those with the most weight in the model first; then the sales beyond them that count


class ReferenceObjectModel(Record):
    amount: int  # transaction price, whole euros
    bag_id: str
    bagId: str
    build_type: HouseType
    buildType: HouseType
    build_year: int
    buildYear: int
    build_year_cat: str | None  # construction period, such as 1931-1944, <1906 or >2020
    buildYearCat: str | None
    city: str
    date: str  # transaction date
    distance: float  # to the valued home, metres, one decimal
    equality: float | None  # 100 is the same home next door, sold yesterday
    house_number: int
    houseNumber: int
    house_number_ext: str | None
    houseNumberExt: str | None
    indexed_price: int | None  # amount, indexed to the valuation date
    indexedPrice: int | None
    monument: bool | None
    parcel_surface: int | None  # m2
    parcelSurface: int | None
    postal_code: str
    postalCode: str
    state: str
    street: str
    use_surface: int  # m2
    useSurface: int
    volume: int | None  # m3


class Request(Record):
    postal_code: str | None
    postalCode: str | None
    house_number: int | None
    houseNumber: int | None
    house_letter: str | None
    houseLetter: str | None
    house_number_ext: str | None
    houseNumberExt: str | None
    bag_id: str | None  # of the dwelling
    bagId: str | None
    valuation_date: str | None
    valuationDate: str | None
    given: Dict[str, Any] | None  # what the query gave of the home, by column


class Stated(Record):
    euros: int  # whole euros
    reason: str  # one line of at most 300 letters


class Verdict(Record):
    sale: str  # id of a sale of the edition, as an answer gives it, or the name of one's own
    pick: bool  # true picks the sale, false rejects it
    reason: str  # why, in the words of who decided: one line of at most 300 letters
    own: OwnSale | None  # a sale that the edition does not have
    corrections: List[Correction] | None  # what is known better of the home sold: its adjustment is computed with it
    adjustment: Adjustment | None  # set by hand, in place of the computed one


class Why(Record):
    valuation: HomevalueResponse  # the data of /v1/homevalue
    interval: WhyIntervals  # central intervals of the value, by the percentage of prices that they hold
    home: WhyHome
    words: WhyWords
    notes: WhyNotes  # on what may surprise, a sentence each
    characteristics: List[WhyCharacteristic]  # what is known of the home
    steps: List[WhyStep]  # their euros add up to weightedValue; the total of the last step before the approaches is predictedValue
    index: WhyIndex
    approaches: List[WhyApproach]
    references: List[WhyReference]  # the most alike first
    passed_over: List[WhyPassedOver]  # sales that would be references but for their odd prices
    passedOver: List[WhyPassedOver]
    comparables: List[WhyComparable]  # all that count, those with the most weight first
    shares: WhyShares  # what the value rests on; the three add up to 1
    kriging: WhyKriging
    own_sale: WhyOwnSale | None  # the home's own last sale
    ownSale: WhyOwnSale | None
    certainty: WhyCertainty


class WhyApproach(Record):
    name: str
    label: str
    indication: int | None  # null where it has nothing to say
    weight: float  # 0 to 1


class WhyCertainty(Record):
    size: float  # mean absolute error to be expected, of the log price
    typical_size: float  # of the typical sale
    typicalSize: float
    within10: float  # probability that a price lies within 10 % of the value
    within15: float
    within20: float
    risks: List[WhyRisk]  # typicalSize times the factor of each is size; those that change it most first


class WhyCharacteristic(Record):
    name: str
    value: Dict[str, Any]
    source: str
    derived: bool
    known: str | None
    until: str | None
    expired: bool
    about: str | None
    label: str
    text: str  # the value as people read it
    from_: str  # its source, and the day


class WhyComparable(Record):
    label: str | None  # the address on one line; null where the register has none
    street: str | None
    house_number: int | None
    houseNumber: int | None
    house_number_ext: str | None
    houseNumberExt: str | None
    postal_code: str | None
    postalCode: str | None
    city: str | None
    bag_id: str | None
    bagId: str | None
    build_type: str | None
    buildType: str | None
    build_year: int | None
    buildYear: int | None
    use_surface: int | None  # m2
    useSurface: int | None
    parcel_surface: int | None  # m2
    parcelSurface: int | None
    price: int
    date: str
    distance: float  # metres, one decimal
    index_factor: float  # moves the price to the valuation date
    indexFactor: float
    indexed_price: int  # price times indexFactor
    indexedPrice: int
    lon: float | None  # degrees east, WGS84
    lat: float | None  # degrees north, WGS84
    adjustment: float  # what the home is held worth over the home sold, a factor
    adjusted: int  # indexedPrice times adjustment
    differences: List[WhyDifference]  # what adjusts it, the largest first: indexedPrice and their euros add up to adjusted. An explanation has them for references and the own sale; for other sales they are empty
    sale: str  # id of the sale, by which a worksheet names it
    weight: float  # among the comparables, 0 to 1; their weights add up to 1, and sales after them have none
    share: float  # in the value, through all approaches; below 0 where a sale says what nearer ones say better
    equality: float  # as references have it


class WhyDifference(Record):
    name: str
    label: str
    has: str | None  # what the home has of a characteristic, as people read it; null where it is not known, and of place and index
    had: str | None  # what the home sold had of it
    log: float
    euros: int


class WhyHome(Record):
    bag_id: str
    bagId: str
    address: str  # on one line
    lon: float | None  # degrees east, WGS84
    lat: float | None  # degrees north, WGS84


class WhyIndex(Record):
    known_before: str  # it uses the sales known before that day
    knownBefore: str
    market_until: str  # up to where the market was known then
    marketUntil: str
    stale_months: float  # from there to the valuation date
    staleMonths: float
    year_change: float | None  # in the twelve months before, a fraction
    yearChange: float | None
    price_series: WhySeries | None  # the price series that the forecast of the market follows; null without one, or where nothing is forecast
    priceSeries: WhySeries | None
    turned: WhyTurned | None  # what the last turn of the market would do to the value; null where prices never fell


class WhyIntervals(Record):
    # 50: List[int]
    # 80: List[int]
    # 90: List[int]
    pass


class WhyKriging(Record):
    trend: int  # what the home is worth by its characteristics, and place unless nonspatial, in the whole market
    nonspatial: bool
    sales: List[WhyLikeSale]  # those that move its indication most
    more_sales: int  # how many others move it, by less
    moreSales: int
    more_weight: float  # their weights, added up
    moreWeight: float
    more_effect: float  # their change of the logarithm of the indication: trend, residuals by weight and this lead to it
    moreEffect: float


class WhyLikeSale(Record):
    label: str | None  # the address on one line; null where the register has none
    street: str | None
    house_number: int | None
    houseNumber: int | None
    house_number_ext: str | None
    houseNumberExt: str | None
    postal_code: str | None
    postalCode: str | None
    city: str | None
    bag_id: str | None
    bagId: str | None
    build_type: str | None
    buildType: str | None
    build_year: int | None
    buildYear: int | None
    use_surface: int | None  # m2
    useSurface: int | None
    parcel_surface: int | None  # m2
    parcelSurface: int | None
    price: int
    date: str
    distance: float  # metres, one decimal
    index_factor: float  # moves the price to the valuation date
    indexFactor: float
    indexed_price: int  # price times indexFactor
    indexedPrice: int
    lon: float | None  # degrees east, WGS84
    lat: float | None  # degrees north, WGS84
    residual: float  # how many times its trend the price was
    weight: float


class WhyNotes(Record):
    steps: List[str]  # on characteristics that are not known, or do not count as they are
    references: List[str]  # on references that hardly weigh, or are unlike the home
    kriging: List[str]  # on what kriging begins with and adds


class WhyOwnSale(Record):
    label: str | None  # the address on one line; null where the register has none
    street: str | None
    house_number: int | None
    houseNumber: int | None
    house_number_ext: str | None
    houseNumberExt: str | None
    postal_code: str | None
    postalCode: str | None
    city: str | None
    bag_id: str | None
    bagId: str | None
    build_type: str | None
    buildType: str | None
    build_year: int | None
    buildYear: int | None
    use_surface: int | None  # m2
    useSurface: int | None
    parcel_surface: int | None  # m2
    parcelSurface: int | None
    price: int
    date: str
    distance: float  # metres, one decimal
    index_factor: float  # moves the price to the valuation date
    indexFactor: float
    indexed_price: int  # price times indexFactor
    indexedPrice: int
    lon: float | None  # degrees east, WGS84
    lat: float | None  # degrees north, WGS84
    adjustment: float  # what the home is held worth over the home sold, a factor
    adjusted: int  # indexedPrice times adjustment
    differences: List[WhyDifference]  # what adjusts it, the largest first: indexedPrice and their euros add up to adjusted. An explanation has them for references and the own sale; for other sales they are empty
    unchanged: float  # share of its weight that it keeps for how little the home has changed
    credibility: float  # probability that its price was a price of the home as it is
    apart: float  # how many times the value without it its indication is
    offered: int | None  # what the home would fetch if it were offered on the valuation date, so soon after this sale: half of the prices of homes sold again within two years lie below. No part of weightedValue; null from two years after the sale on


class WhyPassedOver(Record):
    label: str | None  # the address on one line; null where the register has none
    street: str | None
    house_number: int | None
    houseNumber: int | None
    house_number_ext: str | None
    houseNumberExt: str | None
    postal_code: str | None
    postalCode: str | None
    city: str | None
    bag_id: str | None
    bagId: str | None
    build_type: str | None
    buildType: str | None
    build_year: int | None
    buildYear: int | None
    use_surface: int | None  # m2
    useSurface: int | None
    parcel_surface: int | None  # m2
    parcelSurface: int | None
    price: int
    date: str
    distance: float  # metres, one decimal
    index_factor: float  # moves the price to the valuation date
    indexFactor: float
    indexed_price: int  # price times indexFactor
    indexedPrice: int
    lon: float | None  # degrees east, WGS84
    lat: float | None  # degrees north, WGS84
    adjustment: float  # what the home is held worth over the home sold, a factor
    adjusted: int  # indexedPrice times adjustment
    differences: List[WhyDifference]  # what adjusts it, the largest first: indexedPrice and their euros add up to adjusted. An explanation has them for references and the own sale; for other sales they are empty
    off: float  # how many times what the comparables say its adjusted price is


class WhyReference(Record):
    label: str | None  # the address on one line; null where the register has none
    street: str | None
    house_number: int | None
    houseNumber: int | None
    house_number_ext: str | None
    houseNumberExt: str | None
    postal_code: str | None
    postalCode: str | None
    city: str | None
    bag_id: str | None
    bagId: str | None
    build_type: str | None
    buildType: str | None
    build_year: int | None
    buildYear: int | None
    use_surface: int | None  # m2
    useSurface: int | None
    parcel_surface: int | None  # m2
    parcelSurface: int | None
    price: int
    date: str
    distance: float  # metres, one decimal
    index_factor: float  # moves the price to the valuation date
    indexFactor: float
    indexed_price: int  # price times indexFactor
    indexedPrice: int
    lon: float | None  # degrees east, WGS84
    lat: float | None  # degrees north, WGS84
    adjustment: float  # what the home is held worth over the home sold, a factor
    adjusted: int  # indexedPrice times adjustment
    differences: List[WhyDifference]  # what adjusts it, the largest first: indexedPrice and their euros add up to adjusted. An explanation has them for references and the own sale; for other sales they are empty
    share: float  # as comparables have it
    equality: float  # 100 is the same home next door, sold yesterday; one decimal


class WhyRisk(Record):
    name: str
    text: str | None  # in words; null where it hardly counts
    has: float | None
    typical: float | None
    factor: float  # above 1 the error is larger for it


class WhySeries(Record):
    until: str  # its last month that was known
    share: float  # in the forecast, 0 to 1; the rest is the market's own growth


class WhyShares(Record):
    sales: float  # of the sales of other homes together
    own_sale: float  # of the home's own last sale
    ownSale: float
    model: float  # of what all sales together say about characteristics and place


class WhyStep(Record):
    part: str  # typical, area, group, tier, place, characteristic or approach
    name: str | None  # of the characteristic or the approach
    label: str
    text: str | None  # what the home has of the characteristic, and what is typical
    imputed: bool  # what the home has is not known; a typical value is taken
    log: float  # its change of the logarithm of the value
    euros: int  # its change of the total
    total: int  # after the step


class WhyTurned(Record):
    market_known: str  # the last month that was known on the valuation date: there the market would turn
    marketKnown: str
    turn_after: str  # its last peak before a fall: as after that month it would turn
    turnAfter: str
    value: int  # on the valuation date, had the market turned; whole euros
    change: float  # of the value, a fraction: 0 or negative


class WhyWords(Record):
    accuracy: str
    class_: str
    scales: str  # the width of the interval, and where that stands on the scales of others
    data_age: str
    dataAge: str
    old_sales: str  # a warning where the newest known sale is over half a year old, else empty
    oldSales: str
    status: str  # what the register says of a home that is not in use, else empty
    market: str  # how prices moved in the year before the valuation date; empty where that is not known
    price_series: str  # how far the forecast of the market follows a price series; empty without one
    priceSeries: str
    turned: str  # to which month the market is known, and what its last turn would do to the value from there on; empty where prices never fell
    references: str  # on which side of the value all references lie, else empty
    offered: str  # what homes sold again within two years fetched beyond their values; empty where that is nothing, and of others
    shares: str  # how much of the value sales carry, and the model
    sure: List[str]  # what makes it surer than the value of a typical home, the most important first
    unsure: List[str]  # what makes it less sure


AddressesResponse._parts = {"homes": FoundHome}
BatchAnswer._parts = {"errors": ErrorDetail}
FrontViewData._parts = {"items": FrontViewItem}
HomevalueComparablesResponse._parts = {"comparables": WhyComparable, "shares": ListedShares}
HomevalueResponse._parts = {"references": ReferenceObjectModel}
HouseImagesData._parts = {"address": HouseImagesAddress}
JudgedComparable._parts = {"differences": WhyDifference}
Judgement._parts = {"request": Request, "comparables": Verdict, "corrections": Correction, "value": Stated, "found": Found}
PageWorksheet._parts = {"changes": Change, "before": Found, "judgement": Judgement, "comparables": JudgedComparable}
Verdict._parts = {"own": OwnSale, "corrections": Correction, "adjustment": Adjustment}
Why._parts = {"valuation": HomevalueResponse, "interval": WhyIntervals, "home": WhyHome, "words": WhyWords, "notes": WhyNotes, "characteristics": WhyCharacteristic, "steps": WhyStep, "index": WhyIndex, "approaches": WhyApproach, "references": WhyReference, "passedOver": WhyPassedOver, "comparables": WhyComparable, "shares": WhyShares, "kriging": WhyKriging, "ownSale": WhyOwnSale, "certainty": WhyCertainty}
WhyCertainty._parts = {"risks": WhyRisk}
WhyComparable._parts = {"differences": WhyDifference}
WhyIndex._parts = {"priceSeries": WhySeries, "turned": WhyTurned}
WhyKriging._parts = {"sales": WhyLikeSale}
WhyOwnSale._parts = {"differences": WhyDifference}
WhyPassedOver._parts = {"differences": WhyDifference}
WhyReference._parts = {"differences": WhyDifference}


class Questions:
    """The questions that a client asks of the service. Their parameters have the service's names, or those with underlines.

    more has characteristics that an edition has beyond the common ones, such as num_balconies.
    """

    def _ask(self, method: str, path: str, asked: Mapping[str, Any], body: bytes = b"") -> bytes:
        raise NotImplementedError

    def _answer(self, kind: type[Kind], text: bytes) -> Answer[Kind]:
        raise NotImplementedError

    @overload
    def home(
        self,
        postal_code: str,
        house_number: int,
        *,
        house_letter: str | None = None,
        house_number_ext: str | None = None,
        build_type: HouseType | None = None,
        build_year: int | None = None,
        use_surface: int | None = None,
        parcel_surface: int | None = None,
        volume: int | None = None,
        number_of_rooms: int | None = None,
        energy_label: EnergyLabel | None = None,
        monument: bool | None = None,
        valuation_date: Day | None = None,
        more: Mapping[str, Any] | None = None,
    ) -> Answer[HomevalueResponse]: ...

    @overload
    def home(
        self,
        *,
        postalCode: str,
        houseNumber: int,
        houseLetter: str | None = None,
        houseNumberExt: str | None = None,
        buildType: HouseType | None = None,
        buildYear: int | None = None,
        useSurface: int | None = None,
        parcelSurface: int | None = None,
        volume: int | None = None,
        numberOfRooms: int | None = None,
        energyLabel: EnergyLabel | None = None,
        monument: bool | None = None,
        valuationDate: Day | None = None,
        more: Mapping[str, Any] | None = None,
    ) -> Answer[HomevalueResponse]: ...

    def home(self, *place: Any, **given: Any) -> Answer[HomevalueResponse]:
        """Values one home."""
        return self._answer(HomevalueResponse, self._ask("GET", "/v1/homevalue", parameters(given, place, ["postalCode", "houseNumber"])))

    @overload
    def weighted_value(
        self,
        postal_code: str,
        house_number: int,
        *,
        house_letter: str | None = None,
        house_number_ext: str | None = None,
        build_type: HouseType,
        build_year: int,
        use_surface: int,
        parcel_surface: int | None = None,
        volume: int | None = None,
        number_of_rooms: int | None = None,
        energy_label: EnergyLabel | None = None,
        monument: bool | None = None,
        valuation_date: Day | None = None,
        more: Mapping[str, Any] | None = None,
    ) -> Answer[HomevalueValueResponse]: ...

    @overload
    def weighted_value(
        self,
        *,
        postalCode: str,
        houseNumber: int,
        houseLetter: str | None = None,
        houseNumberExt: str | None = None,
        buildType: HouseType,
        buildYear: int,
        useSurface: int,
        parcelSurface: int | None = None,
        volume: int | None = None,
        numberOfRooms: int | None = None,
        energyLabel: EnergyLabel | None = None,
        monument: bool | None = None,
        valuationDate: Day | None = None,
        more: Mapping[str, Any] | None = None,
    ) -> Answer[HomevalueValueResponse]: ...

    def weighted_value(self, *place: Any, **given: Any) -> Answer[HomevalueValueResponse]:
        """Returns the value and class alone."""
        return self._answer(HomevalueValueResponse, self._ask("GET", "/v1/homevalue/value", parameters(given, place, ["postalCode", "houseNumber"])))

    @overload
    def available(
        self,
        postal_code: str,
        house_number: int,
        *,
        house_letter: str | None = None,
        house_number_ext: str | None = None,
        build_type: HouseType | None = None,
        build_year: int | None = None,
        use_surface: int | None = None,
        parcel_surface: int | None = None,
        volume: int | None = None,
        number_of_rooms: int | None = None,
        energy_label: EnergyLabel | None = None,
        monument: bool | None = None,
        valuation_date: Day | None = None,
        more: Mapping[str, Any] | None = None,
    ) -> Answer[HomevalueAvailableResponse]: ...

    @overload
    def available(
        self,
        *,
        postalCode: str,
        houseNumber: int,
        houseLetter: str | None = None,
        houseNumberExt: str | None = None,
        buildType: HouseType | None = None,
        buildYear: int | None = None,
        useSurface: int | None = None,
        parcelSurface: int | None = None,
        volume: int | None = None,
        numberOfRooms: int | None = None,
        energyLabel: EnergyLabel | None = None,
        monument: bool | None = None,
        valuationDate: Day | None = None,
        more: Mapping[str, Any] | None = None,
    ) -> Answer[HomevalueAvailableResponse]: ...

    def available(self, *place: Any, **given: Any) -> Answer[HomevalueAvailableResponse]:
        """Says whether the home can be valued; meta has the reason where not."""
        return self._answer(HomevalueAvailableResponse, self._ask("GET", "/v1/homevalue/available", parameters(given, place, ["postalCode", "houseNumber"])))

    @overload
    def explain(
        self,
        postal_code: str,
        house_number: int,
        *,
        house_letter: str | None = None,
        house_number_ext: str | None = None,
        build_type: HouseType | None = None,
        build_year: int | None = None,
        use_surface: int | None = None,
        parcel_surface: int | None = None,
        volume: int | None = None,
        number_of_rooms: int | None = None,
        energy_label: EnergyLabel | None = None,
        monument: bool | None = None,
        valuation_date: Day | None = None,
        language: Literal["en", "nl"] | None = None,
        more: Mapping[str, Any] | None = None,
    ) -> Answer[Why]: ...

    @overload
    def explain(
        self,
        *,
        postalCode: str,
        houseNumber: int,
        houseLetter: str | None = None,
        houseNumberExt: str | None = None,
        buildType: HouseType | None = None,
        buildYear: int | None = None,
        useSurface: int | None = None,
        parcelSurface: int | None = None,
        volume: int | None = None,
        numberOfRooms: int | None = None,
        energyLabel: EnergyLabel | None = None,
        monument: bool | None = None,
        valuationDate: Day | None = None,
        language: Literal["en", "nl"] | None = None,
        more: Mapping[str, Any] | None = None,
    ) -> Answer[Why]: ...

    def explain(self, *place: Any, **given: Any) -> Answer[Why]:
        """Values one home, with the steps, evidence and doubts behind it."""
        return self._answer(Why, self._ask("GET", "/v1/homevalue/explanation", parameters(given, place, ["postalCode", "houseNumber"])))

    @overload
    def comparables(
        self,
        postal_code: str,
        house_number: int,
        *,
        house_letter: str | None = None,
        house_number_ext: str | None = None,
        build_type: HouseType | None = None,
        build_year: int | None = None,
        use_surface: int | None = None,
        parcel_surface: int | None = None,
        volume: int | None = None,
        number_of_rooms: int | None = None,
        energy_label: EnergyLabel | None = None,
        monument: bool | None = None,
        valuation_date: Day | None = None,
        language: Literal["en", "nl"] | None = None,
        limit: int | None = None,
        months: int | None = None,
        within: int | None = None,
        same_type: bool | None = None,
        year_within: int | None = None,
        surface_within: float | None = None,
        order: Literal["weight", "distance", "date", "equality"] | None = None,
        more: Mapping[str, Any] | None = None,
    ) -> List[WhyComparable]: ...

    @overload
    def comparables(
        self,
        *,
        postalCode: str,
        houseNumber: int,
        houseLetter: str | None = None,
        houseNumberExt: str | None = None,
        buildType: HouseType | None = None,
        buildYear: int | None = None,
        useSurface: int | None = None,
        parcelSurface: int | None = None,
        volume: int | None = None,
        numberOfRooms: int | None = None,
        energyLabel: EnergyLabel | None = None,
        monument: bool | None = None,
        valuationDate: Day | None = None,
        language: Literal["en", "nl"] | None = None,
        limit: int | None = None,
        months: int | None = None,
        within: int | None = None,
        sameType: bool | None = None,
        yearWithin: int | None = None,
        surfaceWithin: float | None = None,
        order: Literal["weight", "distance", "date", "equality"] | None = None,
        more: Mapping[str, Any] | None = None,
    ) -> List[WhyComparable]: ...

    def comparables(self, *place: Any, **given: Any) -> List[WhyComparable]:
        """Returns the sales that a value rests on, those with the most weight first, each with its adjustments."""
        return self._answer(HomevalueComparablesResponse, self._ask("GET", "/v1/homevalue/comparables", parameters(given, place, ["postalCode", "houseNumber"]))).data.comparables

    @overload
    def photos(
        self,
        postal_code: str,
        house_number: int,
        *,
        house_letter: str | None = None,
        house_number_ext: str | None = None,
        width: Literal["320", "640", "1280"] | None = None,
        format: Literal["jpeg"] | None = None,
    ) -> Answer[HouseImagesData]: ...

    @overload
    def photos(
        self,
        *,
        postalCode: str,
        houseNumber: int,
        houseLetter: str | None = None,
        houseNumberExt: str | None = None,
        width: Literal["320", "640", "1280"] | None = None,
        format: Literal["jpeg"] | None = None,
    ) -> Answer[HouseImagesData]: ...

    def photos(self, *place: Any, **given: Any) -> Answer[HouseImagesData]:
        """Returns URLs of the home's photos, which work for 24 hours."""
        return self._answer(HouseImagesData, self._ask("GET", "/v1/house-images", parameters(given, place, ["postalCode", "houseNumber"])))

    @overload
    def front_views(
        self,
        bag_num_ids: Iterable[str],
        *,
        width: Literal["320", "640", "1280"] | None = None,
        format: Literal["jpeg"] | None = None,
    ) -> Answer[FrontViewData]: ...

    @overload
    def front_views(
        self,
        *,
        bagNumIds: Iterable[str],
        width: Literal["320", "640", "1280"] | None = None,
        format: Literal["jpeg"] | None = None,
    ) -> Answer[FrontViewData]: ...

    def front_views(self, *place: Any, **given: Any) -> Answer[FrontViewData]:
        """Returns the URL of one front view for each number id; meta names those without."""
        return self._answer(FrontViewData, self._ask("GET", "/v1/get_front_view", parameters(given, place, ["bagNumIds"])))

    @overload
    def addresses(
        self,
        query: str,
        *,
        limit: int | None = None,
    ) -> Answer[AddressesResponse]: ...

    @overload
    def addresses(
        self,
        *,
        query: str,
        limit: int | None = None,
    ) -> Answer[AddressesResponse]: ...

    def addresses(self, *place: Any, **given: Any) -> Answer[AddressesResponse]:
        """Returns the addresses that a text may mean, the best first."""
        return self._answer(AddressesResponse, self._ask("GET", "/v1/addresses", parameters(given, place, ["query"])))

    @overload
    def report(
        self,
        postal_code: str,
        house_number: int,
        *,
        house_letter: str | None = None,
        house_number_ext: str | None = None,
        build_type: HouseType | None = None,
        build_year: int | None = None,
        use_surface: int | None = None,
        parcel_surface: int | None = None,
        volume: int | None = None,
        number_of_rooms: int | None = None,
        energy_label: EnergyLabel | None = None,
        monument: bool | None = None,
        valuation_date: Day | None = None,
        language: Literal["en", "nl"] | None = None,
        client: str | None = None,
        purpose: str | None = None,
        reference: str | None = None,
        issuer: str | None = None,
        more: Mapping[str, Any] | None = None,
    ) -> str: ...

    @overload
    def report(
        self,
        *,
        postalCode: str,
        houseNumber: int,
        houseLetter: str | None = None,
        houseNumberExt: str | None = None,
        buildType: HouseType | None = None,
        buildYear: int | None = None,
        useSurface: int | None = None,
        parcelSurface: int | None = None,
        volume: int | None = None,
        numberOfRooms: int | None = None,
        energyLabel: EnergyLabel | None = None,
        monument: bool | None = None,
        valuationDate: Day | None = None,
        language: Literal["en", "nl"] | None = None,
        client: str | None = None,
        purpose: str | None = None,
        reference: str | None = None,
        issuer: str | None = None,
        more: Mapping[str, Any] | None = None,
    ) -> str: ...

    def report(self, *place: Any, **given: Any) -> str:
        """Returns a report on one home, as an HTML file for A4."""
        return self._ask("GET", "/page/report", parameters(given, place, ["postalCode", "houseNumber"])).decode()

    @overload
    def worksheet(
        self,
        judgement: Mapping[str, Any],
        *,
        postal_code: str | None = None,
        house_number: int | None = None,
        house_letter: str | None = None,
        house_number_ext: str | None = None,
        build_type: HouseType | None = None,
        build_year: int | None = None,
        use_surface: int | None = None,
        parcel_surface: int | None = None,
        volume: int | None = None,
        number_of_rooms: int | None = None,
        energy_label: EnergyLabel | None = None,
        monument: bool | None = None,
        valuation_date: Day | None = None,
        language: Literal["en", "nl"] | None = None,
        more: Mapping[str, Any] | None = None,
    ) -> Answer[PageWorksheet]: ...

    @overload
    def worksheet(
        self,
        judgement: Mapping[str, Any],
        *,
        postalCode: str | None = None,
        houseNumber: int | None = None,
        houseLetter: str | None = None,
        houseNumberExt: str | None = None,
        buildType: HouseType | None = None,
        buildYear: int | None = None,
        useSurface: int | None = None,
        parcelSurface: int | None = None,
        volume: int | None = None,
        numberOfRooms: int | None = None,
        energyLabel: EnergyLabel | None = None,
        monument: bool | None = None,
        valuationDate: Day | None = None,
        language: Literal["en", "nl"] | None = None,
        more: Mapping[str, Any] | None = None,
    ) -> Answer[PageWorksheet]: ...

    def worksheet(self, judgement: Mapping[str, Any], **given: Any) -> Answer[PageWorksheet]:
        """Values one home with an appraiser's judgement. {} lists the comparables."""
        return self._answer(PageWorksheet, self._ask("POST", "/page/worksheet", parameters(given), json.dumps(judgement).encode()))

    @overload
    def worksheet_report(
        self,
        judgement: Mapping[str, Any],
        *,
        postal_code: str | None = None,
        house_number: int | None = None,
        house_letter: str | None = None,
        house_number_ext: str | None = None,
        build_type: HouseType | None = None,
        build_year: int | None = None,
        use_surface: int | None = None,
        parcel_surface: int | None = None,
        volume: int | None = None,
        number_of_rooms: int | None = None,
        energy_label: EnergyLabel | None = None,
        monument: bool | None = None,
        valuation_date: Day | None = None,
        language: Literal["en", "nl"] | None = None,
        client: str | None = None,
        purpose: str | None = None,
        reference: str | None = None,
        issuer: str | None = None,
        more: Mapping[str, Any] | None = None,
    ) -> str: ...

    @overload
    def worksheet_report(
        self,
        judgement: Mapping[str, Any],
        *,
        postalCode: str | None = None,
        houseNumber: int | None = None,
        houseLetter: str | None = None,
        houseNumberExt: str | None = None,
        buildType: HouseType | None = None,
        buildYear: int | None = None,
        useSurface: int | None = None,
        parcelSurface: int | None = None,
        volume: int | None = None,
        numberOfRooms: int | None = None,
        energyLabel: EnergyLabel | None = None,
        monument: bool | None = None,
        valuationDate: Day | None = None,
        language: Literal["en", "nl"] | None = None,
        client: str | None = None,
        purpose: str | None = None,
        reference: str | None = None,
        issuer: str | None = None,
        more: Mapping[str, Any] | None = None,
    ) -> str: ...

    def worksheet_report(self, judgement: Mapping[str, Any], **given: Any) -> str:
        """Returns the report that a judgement leads, as an HTML file for A4."""
        return self._ask("POST", "/page/worksheet/report", parameters(given), json.dumps(judgement).encode()).decode()

