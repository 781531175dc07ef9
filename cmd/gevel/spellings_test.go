package main

import (
	"errors"
	"io"
	"strconv"
	"strings"
	"testing"

	"github.com/alecthomas/kong"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/spelling"
	"github.com/gevel/gevel/internal/testing/spellings"
)

func TestTheCommandLineReadsWhatFilesDo(t *testing.T) {
	home := func(before string, say func(spelling.Home) string) func(string) (string, error) {
		return func(text string) (string, error) {
			h, err := spelling.ReadHome(before + text)
			if err != nil {
				err = errors.Join(spellings.ErrNothing, err)
			}
			return say(h), err
		}
	}
	spellings.Files(t, "command line", spellings.ID, home("", func(h spelling.Home) string { return string(h.ID) }))
	spellings.Files(t, "command line", spellings.HouseNumber, home("2594 AN ", func(h spelling.Home) string {
		suffix := gevel.JoinSuffix(h.Address.HouseLetter, h.Address.HouseNumberExt)
		return strings.TrimSpace(strings.Join([]string{strconv.Itoa(h.Address.HouseNumber), suffix}, " "))
	}))
	spellings.Files(t, "command line", spellings.Day, func(text string) (string, error) {
		var flags struct{ Date *gevel.Date }
		parser, err := kong.New(&flags, daysAsInFiles(), kong.Writers(io.Discard, io.Discard))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := parser.Parse([]string{"--date=" + text}); err != nil {
			return "", err
		}
		return flags.Date.String(), nil
	})
	has := func(column string) func(string) (string, error) {
		table := gevel.Standard()
		return func(text string) (string, error) {
			flags := newOverrideFlags()
			parser, err := kong.New(&flags, kong.Writers(io.Discard, io.Discard))
			if err != nil {
				t.Fatal(err)
			}
			if _, err := parser.Parse([]string{flagName(column) + "=" + text}); err != nil {
				return "", err
			}
			c, faults := flags.read(table, 2024)
			if len(faults) > 0 {
				return "", errors.New(faults[0].Message)
			}
			a := &table[table.Column(column)]
			return a.Text(a.Get(&c)), nil
		}
	}
	spellings.Files(t, "command line", spellings.Number, has("build_year"))
	spellings.Files(t, "command line", spellings.Surface, has("use_surface"))
	spellings.Files(t, "command line", spellings.HouseType, has("build_type"))
}
