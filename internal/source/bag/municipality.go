package bag

import (
	"bytes"
	"context"
	_ "embed"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/spelling"
	"github.com/gevel/gevel/internal/file/table"
)

// Municipality is the name and province behind a municipality's code during a period. The register itself has
// only codes.
type Municipality struct {
	Code     string // 4 digits
	Name     string
	Province string
	From     gevel.Date // first day; gevel.NoDate: since always
	Until    gevel.Date // the day after the last; gevel.NoDate: still valid
}

func (m Municipality) validOn(day gevel.Date) bool {
	return m.From <= day && (m.Until == gevel.NoDate || day < m.Until)
}

//go:embed municipalities.csv
var builtInCSV []byte

// builtIn is the table of all municipalities since 2009.
var builtIn = sync.OnceValues(func() ([]Municipality, error) {
	return ReadMunicipalities(context.Background(), bytes.NewReader(builtInCSV))
})

// The columns of the lists, in lower case: the national list of one year, and the list with periods.
const (
	columnCode     = "gemeentecode"
	columnName     = "gemeentenaam"
	columnProvince = "provincienaam"
	columnFrom     = "begindatum"
	columnUntil    = "einddatum"
)

// mostMunicipalities is far beyond any list of municipalities: there are some 400 at a time.
const mostMunicipalities = 100_000

// ReadMunicipalities reads a list of municipalities, in each form of package table, with at least the columns
// Gemeentecode, Gemeentenaam and Provincienaam, in any order. The columns begindatum and einddatum
// (ISO dates) give the period; without them a row is always valid. Lines that start with # are comments. A
// bad row is an error that names its line.
func ReadMunicipalities(ctx context.Context, r io.Reader) ([]Municipality, error) {
	list, err := readMunicipalities(ctx, r)
	if err != nil {
		return nil, fmt.Errorf("read municipalities: %w", err)
	}
	return list, nil
}

func readMunicipalities(ctx context.Context, r io.Reader) (list []Municipality, err error) {
	t, err := table.Read(ctx, "the list", r, table.Options{IsHeader: func(names []string) bool {
		_, err := municipalityColumns(names)
		return err == nil
	}})
	if err != nil {
		return nil, err
	}
	defer t.Close()
	columns, err := municipalityColumns(t.Names())
	if err != nil {
		return nil, err
	}
	err = t.Each(ctx, func(row table.Row) error {
		switch {
		case strings.HasPrefix(row.Fields[0], "#"):
			return nil
		case row.Fault != "":
			return fmt.Errorf("line %d: %s", row.Line, row.Fault)
		case len(list) == mostMunicipalities:
			return gevel.Refusal("give the list of CBS", "the list has more than %d rows", mostMunicipalities)
		}
		m, err := municipalityOf(row.Fields, columns)
		if err != nil {
			return fmt.Errorf("line %d: %w", row.Line, err)
		}
		list = append(list, m)
		return nil
	})
	return list, err
}

// municipalityColumns returns where the columns are. Error: one lacks.
func municipalityColumns(names []string) (map[string]int, error) {
	columns := map[string]int{}
	for _, column := range []string{columnCode, columnName, columnProvince, columnFrom, columnUntil} {
		at := spelling.Find(names, column)
		if columns[column] = at; at < 0 && column != columnFrom && column != columnUntil {
			return nil, fmt.Errorf("no column %s", column)
		}
	}
	return columns, nil
}

func municipalityOf(row []string, columns map[string]int) (Municipality, error) {
	text := func(column string) string {
		if i := columns[column]; i >= 0 {
			return strings.TrimSpace(row[i])
		}
		return ""
	}
	m := Municipality{Code: strings.TrimPrefix(text(columnCode), "GM"), Name: text(columnName), Province: text(columnProvince)}
	if _, ok := digits([]byte(m.Code)); !ok || len(m.Code) > codeDigits {
		return m, fmt.Errorf("%s %.20q is no code of %d digits", columnCode, m.Code, codeDigits)
	}
	m.Code = strings.Repeat("0", codeDigits-len(m.Code)) + m.Code
	if !utf8.ValidString(m.Name + m.Province) {
		return m, fmt.Errorf("%s: name or province is no UTF-8; save the file in UTF-8", m.Code)
	}
	if m.Name == "" || m.Province == "" {
		return m, fmt.Errorf("%s: name or province missing", m.Code)
	}
	if err := m.From.UnmarshalText([]byte(text(columnFrom))); err != nil {
		return m, fmt.Errorf("%s: %s: %w", m.Code, columnFrom, err)
	}
	if err := m.Until.UnmarshalText([]byte(text(columnUntil))); err != nil {
		return m, fmt.Errorf("%s: %s: %w", m.Code, columnUntil, err)
	}
	return m, nil
}

// MunicipalityNames returns the names of municipalities by code, as in the addresses of a delivery of that
// day; own is the operator's list.
func MunicipalityNames(day gevel.Date, own []Municipality) (map[string]string, error) {
	known, err := builtIn()
	if err != nil {
		return nil, err
	}
	names := map[string]string{}
	for _, list := range [][]Municipality{own, known} {
		for _, m := range list {
			if _, ok := names[m.Code]; !ok && m.validOn(day) {
				names[m.Code] = m.Name
			}
		}
	}
	return names, nil
}

// municipalityNames looks up names on one day.
type municipalityNames struct {
	extra []Municipality
	day   gevel.Date
}

// of returns the municipality with a code. The operator's list takes precedence over the built-in one.
func (n municipalityNames) of(code string) (Municipality, bool, error) {
	known, err := builtIn()
	if err != nil {
		return Municipality{}, false, err
	}
	for _, list := range [][]Municipality{n.extra, known} {
		i := slices.IndexFunc(list, func(m Municipality) bool { return m.Code == code && m.validOn(n.day) })
		if i >= 0 {
			return list[i], true, nil
		}
	}
	return Municipality{}, false, nil
}
