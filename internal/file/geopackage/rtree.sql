-- {t} is the layer and {r} its index, as names between quotes; {n} the layer's name for names of triggers.
CREATE TRIGGER {n}_insert" AFTER INSERT ON {t} WHEN (new.geom NOT NULL AND NOT ST_IsEmpty(NEW.geom)) BEGIN
	INSERT OR REPLACE INTO {r} VALUES (NEW.fid, ST_MinX(NEW.geom), ST_MaxX(NEW.geom), ST_MinY(NEW.geom), ST_MaxY(NEW.geom)); END;
CREATE TRIGGER {n}_update1" AFTER UPDATE OF geom ON {t} WHEN OLD.fid = NEW.fid AND (NEW.geom NOTNULL AND NOT ST_IsEmpty(NEW.geom)) BEGIN
	INSERT OR REPLACE INTO {r} VALUES (NEW.fid, ST_MinX(NEW.geom), ST_MaxX(NEW.geom), ST_MinY(NEW.geom), ST_MaxY(NEW.geom)); END;
CREATE TRIGGER {n}_update2" AFTER UPDATE OF geom ON {t} WHEN OLD.fid = NEW.fid AND (NEW.geom ISNULL OR ST_IsEmpty(NEW.geom)) BEGIN
	DELETE FROM {r} WHERE id = OLD.fid; END;
CREATE TRIGGER {n}_update3" AFTER UPDATE ON {t} WHEN OLD.fid != NEW.fid AND (NEW.geom NOTNULL AND NOT ST_IsEmpty(NEW.geom)) BEGIN
	DELETE FROM {r} WHERE id = OLD.fid;
	INSERT OR REPLACE INTO {r} VALUES (NEW.fid, ST_MinX(NEW.geom), ST_MaxX(NEW.geom), ST_MinY(NEW.geom), ST_MaxY(NEW.geom)); END;
CREATE TRIGGER {n}_update4" AFTER UPDATE ON {t} WHEN OLD.fid != NEW.fid AND (NEW.geom ISNULL OR ST_IsEmpty(NEW.geom)) BEGIN
	DELETE FROM {r} WHERE id IN (OLD.fid, NEW.fid); END;
CREATE TRIGGER {n}_delete" AFTER DELETE ON {t} WHEN old.geom NOT NULL BEGIN DELETE FROM {r} WHERE id = OLD.fid; END;
