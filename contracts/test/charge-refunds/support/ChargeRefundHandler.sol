// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {ChargeRefundManager} from "../../../src/charge-refunds/ChargeRefundManager.sol";
import {IChargeRefundManager} from "../../../src/charge-refunds/interfaces/IChargeRefundManager.sol";
import {LocalFiatToken} from "../../../src/local/LocalFiatToken.sol";
import {IMerchantRegistry} from "../../../src/registry/interfaces/IMerchantRegistry.sol";
import {IRefundManager} from "../../../src/refunds/interfaces/IRefundManager.sol";
import {ISubscriptionManager} from "../../../src/subscriptions/interfaces/ISubscriptionManager.sol";
import {SubscriptionHandler} from "../../subscriptions/support/SubscriptionHandler.sol";
import {Vm} from "../../support/Vm.sol";

/// @title The same, with merchants and thieves who refund charges
/// @dev Foretells of each refund whether it must go through. One that does otherwise fails the run.
contract ChargeRefundHandler is SubscriptionHandler {
    /// @dev A refund that is asked for.
    struct Asked {
        bytes32 id;
        IChargeRefundManager.ChargeProof proof;
        uint256 amount;
        bytes32 refundRef;
        uint256 key;
        address from;
        bool sound;
    }

    ChargeRefundManager private _refunds;
    string[5] private _names =
        ["owner", "payout of merchant A", "payout of merchant B", "odd payout", "payout of merchant C"];
    mapping(bytes32 id => uint256) private _returned;
    mapping(bytes32 id => mapping(uint256 period => uint256)) private _returnedOfPeriod;
    mapping(uint256 merchantId => mapping(bytes32 refundRef => uint256)) private _uses;
    mapping(LocalFiatToken token => bytes32) private _domains;
    uint256 public refundedCount;
    uint256 public authorizedCount;
    uint256 public refundRefusals;

    constructor() {
        _refunds = ChargeRefundManager(deploy("charge-refund-manager", abi.encode(manager)));
        accounts.push(address(_refunds));
        (_domains[usdc], _domains[eurc]) = (usdc.DOMAIN_SEPARATOR(), eurc.DOMAIN_SEPARATOR());
        for (uint256 i = 0; i < 2; ++i) {
            LocalFiatToken token = i == 0 ? usdc : eurc;
            _mint(token, owner, SUPPLY);
            for (uint256 n = 0; n < _names.length; ++n) {
                vm.prank(named(_names[n]));
                token.approve(address(_refunds), type(uint256).max);
            }
        }
    }

    function refundByApproval(uint256 seed) external {
        if (_models.length == 0) return;
        Asked memory asked = _ask(seed);
        bytes memory data =
            abi.encodeCall(IChargeRefundManager.refundCharge, (asked.proof, asked.amount, asked.refundRef));
        bool isApproved = asked.amount <= _tokenOf(asked).allowance(asked.from, address(_refunds));
        _send(asked, asked.from, data, isApproved && _books(asked) && _reaches(asked));
    }

    function refundByAuthorization(uint256 seed) external {
        if (_models.length == 0) return;
        Asked memory asked = _ask(seed);
        (bytes32 id, uint256 period, uint256 number) = (asked.id, asked.proof.period, asked.proof.number);
        (uint256 amount, bytes32 refundRef) = (asked.amount, asked.refundRef);
        bool expected = _books(asked) && _reaches(asked);
        uint256 flaw = (seed >> 160) % 20;
        if (flaw == 0) (id, expected) = (keccak256("other"), false);
        if (flaw == 1) (period, expected) = (period + 1, false);
        if (flaw == 2) (number, expected) = (number + 1, false);
        if (flaw == 3) (amount, expected) = (amount + 1, false);
        if (flaw == 4) (refundRef, expected) = (keccak256("other"), false);
        bytes32 nonce = keccak256(abi.encode(id, period, number, refundRef));
        IRefundManager.Auth memory auth = _authorize(asked, amount, nonce);
        bytes memory data = abi.encodeCall(
            IChargeRefundManager.refundChargeWithAuthorization, (asked.proof, asked.amount, asked.refundRef, auth)
        );
        if (_send(asked, seed >> 170 & 1 == 0 ? relayer : thief, data, expected)) authorizedCount += 1;
    }

    /// @dev Somebody sends tokens to the contract by mistake: no refund may ever be paid from them.
    function misplace(uint256 seed) external {
        LocalFiatToken token = _token(seed);
        if (token.paused() || token.isBlacklisted(address(_refunds))) return;
        _mint(token, address(_refunds), between(seed >> 8, 1, 1_000_000));
    }

    /// @dev Fails unless what has gone back of a subscription is what was foretold, and no more than was charged.
    function checkReturned(uint256 index) external view {
        Model storage m = _models[index];
        vm.assertEq(_refunds.refunded(m.id), _returned[m.id], "refunded");
        vm.assertLe(_returned[m.id], m.charged, "more than was charged");
        if (m.number == 0) return;
        vm.assertEq(_refunds.refundedOfPeriod(m.id, m.period), _returnedOfPeriod[m.id][m.period], "of the period");
        vm.assertLe(_returnedOfPeriod[m.id][m.period], _chargedFor[m.id][m.period], "more than the period's");
    }

    /// @dev A refund that is mostly of a charge that was made, by the account of a merchant.
    function _ask(uint256 seed) private view returns (Asked memory asked) {
        uint256 count = _models.length < 8 ? _models.length : 8;
        Model storage m = _models[_models.length - 1 - (seed >> 8) % count];
        asked.id = m.id;
        asked.proof.terms = m.terms;
        asked.proof.period = (seed >> 16) % 3 == 0 ? m.period : (seed >> 24) % (m.period + 2);
        asked.proof.number = (seed >> 40) % 4 == 0 ? (seed >> 48) % (m.number + 2) : 0;
        asked.key = uint256(keccak256(bytes(_names[(seed >> 56) % 3 == 0 ? (seed >> 64) % 5 : 0])));
        asked.from = vm.addr(asked.key);
        uint256 choice = (seed >> 72) % 8;
        uint256 left = m.charged - _returned[m.id];
        asked.amount = choice == 0 ? left : choice == 1 ? left + 1 : between(seed >> 80, 0, m.terms.amount);
        asked.refundRef = keccak256(abi.encode("refund", (seed >> 144) % 512));
        asked.sound = (seed >> 180) % 8 != 0;
        if (asked.sound) return asked;
        uint256 flaw = (seed >> 184) % 4;
        if (flaw == 0) asked.proof.terms.permitValue ^= 1;
        if (flaw == 1) asked.proof.terms.payer = thief;
        if (flaw == 2) asked.proof.terms.amount += 1;
        if (flaw == 3) asked.proof.terms.merchantId += 1;
    }

    function _authorize(Asked memory asked, uint256 amount, bytes32 nonce)
        private
        view
        returns (IRefundManager.Auth memory)
    {
        bytes32 typeHash = keccak256(
            "ReceiveWithAuthorization(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)"
        );
        uint256 validBefore = block.timestamp + 1 hours;
        Authorization memory authorization = Authorization(asked.from, address(_refunds), amount, 0, validBefore, nonce);
        bytes32 digest = typedDigest(_domains[_tokenOf(asked)], keccak256(abi.encode(typeHash, authorization)));
        return IRefundManager.Auth(asked.from, 0, validBefore, bytesOf(_sign(asked.key, digest)));
    }

    /// @dev Whether the contract must accept the refund, were the token to move the money.
    function _books(Asked memory asked) private view returns (bool) {
        Model storage m = _models[_indexOf[asked.id] - 1];
        IMerchantRegistry.Merchant memory merchant = registry.get(m.terms.merchantId);
        bool isMerchant = asked.from == merchant.owner || asked.from == merchant.payout;
        (uint256 period, uint256 number) = (asked.proof.period, asked.proof.number);
        if (!asked.sound || !isMerchant || asked.amount == 0 || period > m.period) return false;
        if (period == m.period && number >= m.number) return false;
        uint256 limit = period == m.period ? _chargedFor[m.id][period] : m.terms.amount;
        return asked.amount <= limit - _returnedOfPeriod[m.id][period] && asked.amount <= m.charged - _returned[m.id]
            && _uses[m.terms.merchantId][asked.refundRef] == 0;
    }

    /// @dev Whether the token must move the money.
    function _reaches(Asked memory asked) private view returns (bool) {
        LocalFiatToken token = _tokenOf(asked);
        bool isBlocked = token.isBlacklisted(asked.from) || token.isBlacklisted(asked.proof.terms.payer)
            || token.isBlacklisted(address(_refunds));
        return !token.paused() && !isBlocked && asked.amount <= token.balanceOf(asked.from);
    }

    function _send(Asked memory asked, address sender, bytes memory data, bool expected)
        private
        returns (bool success)
    {
        bytes memory result;
        vm.recordLogs();
        vm.prank(sender);
        (success, result) = address(_refunds).call(data);
        Vm.Log[] memory logs = vm.getRecordedLogs();
        vm.assertEq(success, expected, "a refund did what was not foretold");
        if (!success) {
            refundRefusals += 1;
            return false;
        }
        uint256 events;
        for (uint256 i = 0; i < logs.length; ++i) {
            if (logs[i].emitter != address(_refunds)) continue;
            events += 1;
            _bookRefund(asked, logs[i], abi.decode(result, (uint256)));
        }
        vm.assertEq(events, 1, "events of a refund");
        refundedCount += 1;
    }

    /// @dev Books what was asked for, which must be what the event says.
    function _bookRefund(Asked memory asked, Vm.Log memory log, uint256 ofPeriod) private {
        ISubscriptionManager.SubscriptionTerms memory terms = asked.proof.terms;
        (uint256 period, uint256 number) = (asked.proof.period, asked.proof.number);
        LocalFiatToken token = _tokenOf(asked);
        booked[asked.from][token] -= asked.amount;
        booked[terms.payer][token] += asked.amount;
        _uses[terms.merchantId][asked.refundRef] += 1;
        _returned[asked.id] += asked.amount;
        _returnedOfPeriod[asked.id][period] += asked.amount;
        vm.assertEq(ofPeriod, _returnedOfPeriod[asked.id][period], "of the period");
        vm.assertEq(log.topics[2], asked.id, "id");
        vm.assertEq(address(uint160(uint256(log.topics[3]))), terms.payer, "payer");
        bytes memory told = abi.encode(terms.merchantId, period, number, asked.from, token, asked.amount, ofPeriod);
        vm.assertEq(log.data, bytes.concat(told, abi.encode(_returned[asked.id], asked.refundRef)), "event");
    }

    function _tokenOf(Asked memory asked) private pure returns (LocalFiatToken) {
        return LocalFiatToken(asked.proof.terms.token);
    }
}
