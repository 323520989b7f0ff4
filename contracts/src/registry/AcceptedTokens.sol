// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {IAcceptedTokens} from "./interfaces/IAcceptedTokens.sol";
import {RegistryAdmin} from "./RegistryAdmin.sol";

/// @title The tokens that merchants of a registry are paid in
abstract contract AcceptedTokens is IAcceptedTokens, RegistryAdmin {
    /// @inheritdoc IAcceptedTokens
    mapping(address token => bool) public isAccepted;

    /// @param tokens Tokens on this chain
    constructor(address[] memory tokens) {
        for (uint256 i = 0; i < tokens.length; ++i) {
            _accept(tokens[i]);
        }
    }

    /// @inheritdoc IAcceptedTokens
    function acceptToken(address token) external onlyAdmin {
        _accept(token);
    }

    /// @dev Accepts a token, and tells of it once.
    function _accept(address token) private {
        if (token.code.length == 0) revert NotAToken(token);
        if (isAccepted[token]) return;
        isAccepted[token] = true;
        emit TokenAccepted(token);
    }
}
