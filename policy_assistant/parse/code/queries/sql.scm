(create_table (object_reference) @name) @table
(create_view (object_reference) @name) @table
(create_materialized_view (object_reference) @name) @table
(create_type (object_reference) @name) @class
(create_function (object_reference name: (_) @name)) @function
(create_procedure (object_reference name: (_) @name)) @function
(create_trigger (object_reference name: (_) @name)) @function
(comment) @above
(marginalia) @above
