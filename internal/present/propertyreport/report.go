// Package propertyreport writes the value of a home as a lender's report on A4, for paper and for sending on: who
// asked, value, band, reasons, evidence, market, accuracy, standards, photos, map. It loads nothing from any network.
//
// It is a document, so it is HTML that browsers print, with tagged text and page numbers. Writers of PDF in pure Go
// (go-pdf/fpdf 0.12, signintech/gopdf 0.33) have no tagged text, and would need each block laid out a second time.
package propertyreport

import (
	"crypto/sha256"
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/judge/document"
	"github.com/gevel/gevel/internal/present"
	"github.com/gevel/gevel/internal/present/words"
	"github.com/gevel/gevel/internal/value/explain"
	"github.com/gevel/gevel/internal/value/worksheet"
)

// Report is the content of a report.
type Report struct {
	Case
	Order     Order
	Language  words.Language
	Made      gevel.Date           // the day on which it is made
	MadeBy    string               // program and version
	Photos    []Photo              // photos after the first MostPhotos are left out
	Worksheet *worksheet.Result    // of an appraiser; nil without one
	Judged    []explain.Comparable // the worksheet's sales, explained
	Request   string               // a mark of what the caller said of the home, which the file keeps
}

// Photo is a picture of the home: JPEG, PNG or WebP.
type Photo struct {
	Picture []byte
	Source  string // who made it
	Taken   gevel.Date
}

// MostPhotos is the most photos in a report.
const MostPhotos = 4

// unknown is shown for an unknown value.
const unknown = document.None

// Write writes the report as HTML. It fails if a photo is no picture.
func Write(w io.Writer, r Report) error {
	d, err := documentOf(&r)
	if err != nil {
		return err
	}
	return d.WriteHTML(w)
}

// builder makes the document of a report.
type builder struct {
	words.Language
	report  *Report
	text    words.PropertyReport
	why     present.Why
	surface *int
	value   gevel.Euro // that leads: judged or the model's; rounded
	judged  bool
	// standard is what a judgement makes of the value by the appraisers' rules.
	standard string
}

func documentOf(r *Report) (*document.Document, error) {
	b := builder{
		Language: r.Language, report: r, text: r.Language.PropertyReport(),
		why: present.NewWhy(r.Explanation, r.Overrides, r.Language),
	}
	if known := r.Explanation.Home.UseSurface; known.Known {
		b.surface = &known.V
	}
	b.judge()
	b.value = rounded(b.leading(), step(b.why.Interval.Most))
	photos, err := b.photos()
	if err != nil {
		return nil, err
	}
	said := b.why.Words
	return &document.Document{
		Kind: b.text.Title, Title: b.why.Home.Address, Lead: b.text.NoAppraisal, Language: string(r.Language),
		Head: document.Pairs{{Name: "gevel-request", Value: r.Request}},
		Blocks: document.Blocks{
			b.order(), b.headline(), aside(b.text.MarketValue), warning(said.Status), warning(said.OldSales), b.band(), b.worksheet(),
			document.Under(b.text.Certainty, paragraphs(b.certainty(said)...)),
			document.Under(b.text.Sure, listed(said.Sure)), document.Under(b.text.Unsure, listed(said.Unsure)),
			b.approaches(), b.characteristics(), document.Under(b.text.Photos, photos), b.references(),
			document.Under(b.text.Map, b.drawMap()), b.market(), b.steps(), b.accuracy(),
			document.Under(b.text.Standards, paragraphs(r.Language.StandardsMet(r.Explanation.Valuation, r.Sales, r.AsOf, b.standard)...)),
			b.sources(), document.Under(b.text.Method, paragraphs(b.text.MethodText)),
			document.Under(b.text.Limits, document.List(b.text.LimitList), paragraphs(b.text.Disclaimer)),
		},
		Footer: b.footer(),
	}, nil
}

// order says who asked for what, and when.
func (b *builder) order() document.Pairs {
	o := &b.report.Order
	return document.Pairs{
		{Name: b.text.Client, Value: string(o.Client)},
		{Name: b.text.Purpose, Value: string(o.Purpose)},
		{Name: b.text.Reference, Value: string(o.Reference)},
		{Name: b.text.Number, Value: b.number()},
		{Name: b.text.ValuationDate, Value: b.Date(b.report.Explanation.Valuation.Date)},
		{Name: b.text.MadeOn, Value: b.Date(b.report.Made)},
		{Name: b.text.Issuer, Value: string(o.Issuer)},
	}
}

// number names the valuation: the same for the same home, day, model, characteristics and judgement, in a later edition too.
func (b *builder) number() string {
	v := &b.report.Explanation.Valuation
	of := sha256.New()
	fmt.Fprintln(of, v.Model, b.why.Home.BagID, v.Date, v.Weighted, b.leading())
	for _, c := range b.why.Characteristics {
		fmt.Fprintln(of, c.Name, c.Value)
	}
	sum := of.Sum(nil)
	return fmt.Sprintf("%X-%X-%X", sum[:2], sum[2:4], sum[4:6])
}

// headline is the value, beside the model's where it is judged.
func (b *builder) headline() document.Tiles {
	lead := document.Tile{Name: b.text.Value, Value: b.Euros(b.value), Note: b.Rounded(b.leading())}
	if b.stated() {
		lead = document.Tile{Name: b.text.Value, Value: b.Euros(b.leading()), Note: b.text.Worksheet.Stated}
	}
	tiles := document.Tiles{lead, {Name: b.text.PerMetre, Value: b.PerMetre(b.value, b.surface)}}
	if b.judged {
		tiles = append(tiles, document.Tile{Name: b.text.Worksheet.Model, Value: b.Euros(b.report.Explanation.Valuation.Weighted)})
		if said := b.report.Worksheet.Indication; said.Known {
			tiles = append(tiles, document.Tile{Name: b.text.Worksheet.Indication, Value: b.Euros(said.V)})
		}
	}
	return tiles
}

func (b *builder) approaches() document.Section {
	t := table(b.text.Approach, b.text.Indication, b.text.Weight)
	for _, a := range b.why.Approaches {
		indication := unknown
		if a.Indication != nil {
			indication = b.Euros(*a.Indication)
		}
		row(&t, a.Label, indication, b.Number(100*a.Weight, 0)+" %")
	}
	section := whole(b.text.Approaches, t)
	if own := b.why.OwnSale; own != nil {
		section.Blocks = append(section.Blocks, document.Say(document.Plain, "%s: %s, %s; %s: %s; %s: %s.", b.text.OwnSale,
			b.Euros(own.Price), b.Date(own.Date), strings.ToLower(b.text.Indexed), b.Euros(own.IndexedPrice),
			strings.ToLower(b.text.Adjusted), b.Euros(own.Adjusted)))
		if offered := b.why.Words.Offered; offered != "" {
			section.Blocks = append(section.Blocks, document.Say(document.Plain, "%s", offered))
		}
	}
	return section
}

func (b *builder) characteristics() document.Section {
	t := table(b.text.Characteristic, document.Words.Column(b.text.Home), document.Meanings.Column(b.text.From))
	for _, c := range b.why.Characteristics {
		row(&t, c.Label, c.Text, c.From)
	}
	section, v := whole(b.text.Characteristics, t), &b.report.Explanation.Valuation
	surfaces := v.Dwelling.Surfaces(v.Date)
	for i := 1; i < len(surfaces); i++ {
		said := b.Rebuilt(surfaces[i-1].Value, surfaces[i].Value, surfaces[i].Since)
		section.Blocks = append(section.Blocks, document.Paragraph{Text: said})
	}
	return section
}

func (b *builder) photos() (charts document.Charts, err error) {
	for i, p := range b.report.Photos[:min(len(b.report.Photos), MostPhotos)] {
		picture, err := document.Picture(p.Picture, b.why.Home.Address)
		if err != nil {
			return nil, fmt.Errorf("photo %d: %w", i+1, err)
		}
		caption := b.Date(p.Taken)
		if p.Source != "" {
			caption = p.Source + ", " + caption
		}
		charts = append(charts, document.Chart{Drawing: picture, Caption: caption})
	}
	return charts, nil
}

// sources has the sources with their days.
func (b *builder) sources() document.Section {
	t := table(b.text.Source, document.Words.Column(b.text.AsOf))
	for _, s := range b.report.Sources {
		day := unknown
		if s.AsOf != gevel.NoDate {
			day = b.Date(s.AsOf)
		}
		row(&t, b.SourceFile(s.Name), day)
	}
	return whole(b.text.Sources, t)
}

func (b *builder) footer() document.Blocks {
	v := &b.report.Explanation.Valuation
	return paragraphs(strings.Join([]string{
		"BAG " + b.why.Home.BagID, b.text.Edition + " " + v.Edition, b.text.Model + " " + v.Model,
		b.text.SalesUntil + " " + b.Date(v.SalesUntil), b.text.MadeOn + " " + b.Date(b.report.Made), b.report.MadeBy,
	}, " · "))
}

// paragraphs are texts one below the other.
func paragraphs(texts ...string) (blocks document.Blocks) {
	for _, text := range texts {
		blocks = append(blocks, document.Paragraph{Text: text})
	}
	return blocks
}

func warning(text string) document.Paragraph {
	return document.Paragraph{Text: text, Size: document.Warning}
}

// aside is a note to a table.
func aside(texts ...string) document.Paragraph {
	return document.Paragraph{Text: strings.TrimSpace(strings.Join(texts, " ")), Size: document.Aside}
}

// listed are sentences, or a dash in their place.
func listed(sentences []string) document.List {
	if len(sentences) == 0 {
		return document.List{unknown}
	}
	return sentences
}

// whole is a section on one printed page.
func whole(title string, blocks ...document.Block) document.Section {
	return document.Section{Title: title, Blocks: blocks, Weight: document.Whole}
}

// table returns a table whose first column has names.
func table(name string, columns ...any) document.Table {
	return document.NewTable(append([]any{document.Words.Column(name)}, columns...)...)
}

// row adds a row to a table; its name begins with a capital.
func row(t *document.Table, name string, cells ...any) {
	t.Add(append([]any{capital(name)}, cells...)...)
}

func capital(text string) string {
	first, size := utf8.DecodeRuneInString(text)
	return string(unicode.ToUpper(first)) + text[size:]
}
