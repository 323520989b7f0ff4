// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {IRegistry} from "./interfaces/IRegistry.sol";
import {IRegistryAnswers} from "./interfaces/IRegistryAnswers.sol";

/// @title Questions to a registry
/// @notice Anyone can deploy a registry, so its answers are judged here: each is asked for with bounded gas, in a call that
/// changes nothing, and only the expected words of it are copied.
/// @dev Every function reverts `BadRegistryAnswer` when there is no answer, or a value is out of its bounds.
library RegistryCalls {
    /// @dev Gas for one answer. A registry that reads two slots behind a proxy needs less than half of it.
    uint256 internal constant GAS_CAP = 30_000;
    /// @dev The highest fee that a registry can name, in basis points.
    uint256 private constant MAX_FEE_BPS = 300;

    /// @dev Where a payment to a merchant in a token goes now; see `IRegistry.route`.
    function route(address registry, uint256 merchantId, address token)
        internal
        view
        returns (address payout, uint256 feeBps, bool isAccepted)
    {
        uint256 accepted;
        uint256 word;
        (word, feeBps, accepted) = _ask(registry, IRegistry.route.selector, merchantId, uint160(token), 2, 3);
        if (feeBps > MAX_FEE_BPS) revert IRegistryAnswers.BadRegistryAnswer(registry);
        return (_address(registry, word), feeBps, _bool(registry, accepted));
    }

    /// @dev A merchant's accounts, in every status.
    function accounts(address registry, uint256 merchantId) internal view returns (address owner, address payout) {
        (uint256 first, uint256 second,) = _ask(registry, IRegistry.accounts.selector, merchantId, 0, 1, 2);
        return (_address(registry, first), _address(registry, second));
    }

    /// @dev Whether an account may charge subscriptions.
    function isKeeper(address registry, address account) internal view returns (bool) {
        (uint256 word,,) = _ask(registry, IRegistry.isKeeper.selector, uint160(account), 0, 1, 1);
        return _bool(registry, word);
    }

    /// @dev The account that may end subscriptions.
    function operator(address registry) internal view returns (address) {
        (uint256 word,,) = _ask(registry, IRegistry.operator.selector, 0, 0, 0, 1);
        return _address(registry, word);
    }

    /// @dev The account that fees go to.
    function treasury(address registry) internal view returns (address) {
        (uint256 word,,) = _ask(registry, IRegistry.treasury.selector, 0, 0, 0, 1);
        return _address(registry, word);
    }

    /// @dev Each payment asks, so the call is encoded by hand, which spares it some 300 gas. An argument that is not sent
    /// is not read, and a word beyond `answers` means nothing.
    /// @param arguments How many words are sent, at most two
    /// @param answers How many words are expected, at most three
    function _ask(
        address registry,
        bytes4 selector,
        uint256 firstArgument,
        uint256 secondArgument,
        uint256 arguments,
        uint256 answers
    ) private view returns (uint256 first, uint256 second, uint256 third) {
        bool isAnswered;
        assembly ("memory-safe") {
            let words := mload(0x40)
            mstore(words, selector)
            mstore(add(words, 0x04), firstArgument)
            mstore(add(words, 0x24), secondArgument)
            let question := add(mul(arguments, 0x20), 0x04)
            isAnswered := staticcall(GAS_CAP, registry, words, question, words, mul(answers, 0x20))
            if lt(returndatasize(), mul(answers, 0x20)) { isAnswered := 0 }
            first := mload(words)
            second := mload(add(words, 0x20))
            third := mload(add(words, 0x40))
        }
        if (!isAnswered) revert IRegistryAnswers.BadRegistryAnswer(registry);
    }

    function _address(address registry, uint256 word) private pure returns (address) {
        if (word > type(uint160).max) revert IRegistryAnswers.BadRegistryAnswer(registry);
        return address(uint160(word));
    }

    function _bool(address registry, uint256 word) private pure returns (bool) {
        if (word > 1) revert IRegistryAnswers.BadRegistryAnswer(registry);
        return word == 1;
    }
}
