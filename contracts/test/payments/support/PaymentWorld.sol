// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {IMerchantRegistry} from "../../../src/registry/interfaces/IMerchantRegistry.sol";
import {LocalFiatToken} from "../../../src/local/LocalFiatToken.sol";
import {LocalSmartWallet} from "../../../src/local/LocalSmartWallet.sol";
import {PaymentTest} from "./PaymentTest.sol";

/// @title What happens around payments: merchants, tokens and time change as their masters like
/// @dev `booked` is what every account must hold. Here it changes by what is minted alone; payments and sweeps are
/// booked from the processor's events.
abstract contract PaymentWorld is PaymentTest {
    uint256 internal constant PAYERS = 6;
    uint256 internal constant SUPPLY = 1_000_000_000_000;

    mapping(address account => mapping(LocalFiatToken token => uint256)) public booked;
    address[] public accounts;
    address internal immutable thief = named("thief");

    uint256[3] private _merchants;
    Order[PAYERS] private _payers;
    address[] private _blocked;
    mapping(LocalFiatToken token => bytes32) private _separators;

    constructor() {
        setUp();
        _merchants = [merchantA, merchantB, register(named("payout of merchant C"))];
        accounts = [address(processor), treasury, payoutA, payoutB, named("payout of merchant C"), relayer, thief];
        accounts.push(address(registry));
        accounts.push(address(usdc));
        accounts.push(named("odd payout"));
        (_separators[usdc], _separators[eurc]) = (usdc.DOMAIN_SEPARATOR(), eurc.DOMAIN_SEPARATOR());
        for (uint256 i = 0; i < PAYERS; ++i) {
            Order memory o = unfundedOrder(i);
            if (i == 4) o.from = named("smart wallet");
            _payers[i] = o;
            if (i == 4) vm.etch(o.from, address(new LocalSmartWallet(vm.addr(o.key))).code);
            if (i == 5) vm.etch(o.from, abi.encodePacked(hex"ef0100", new LocalSmartWallet(o.from)));
            accounts.push(o.from);
            _mint(usdc, o.from, SUPPLY);
            _mint(eurc, o.from, SUPPLY);
        }
    }

    function token(uint256 index) external view returns (LocalFiatToken) {
        return _token(index);
    }

    function accountCount() external view returns (uint256) {
        return accounts.length;
    }

    /// @dev An order of a payer, for the caller to fill. Payers 0 to 3 are keys, 4 is a wallet whose signing key is not
    /// its own, 5 a delegated account (EIP-7702).
    function payerOf(uint256 index) internal view returns (Order memory o) {
        Order storage payer = _payers[index % PAYERS];
        (o.key, o.from, o.registry) = (payer.key, payer.from, address(registry));
    }

    /// @dev The same digest as the token's, with a separator that was read once.
    function receiveDigest(LocalFiatToken paidIn, Authorization memory authorization)
        internal
        view
        virtual
        override
        returns (bytes32)
    {
        bytes32 typeHash = keccak256(
            "ReceiveWithAuthorization(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)"
        );
        return typedDigest(_separators[paidIn], keccak256(abi.encode(typeHash, authorization)));
    }

    function setFee(uint256 seed, uint256 feeBps) external {
        if (_isClosed(_merchant(seed))) return;
        vm.prank(operator);
        registry.setFee(_merchant(seed), uint16(between(feeBps, 0, 300)));
    }

    /// @dev Payouts are odd now and then: a payer, the token itself, the processor.
    function setPayout(uint256 seed) external {
        address[6] memory to =
            [payoutA, payoutB, named("odd payout"), payerOf(seed >> 8).from, address(usdc), address(processor)];
        uint256 choice = between(seed >> 16, 0, 8);
        vm.prank(named("owner"));
        registry.setPayout(_merchant(seed), to[choice < 6 ? choice : choice % 3]);
    }

    function suspend(uint256 seed) external {
        uint256 id = _merchant(seed);
        if (_isClosed(id)) return;
        bool isSuspended = registry.get(id).status == IMerchantRegistry.Status.Suspended;
        if (!isSuspended && seed % 4 != 0) return;
        vm.prank(operator);
        if (isSuspended) registry.reactivate(id);
        else registry.suspend(id, uint48(block.timestamp + between(seed >> 8, 0, 5 minutes)));
    }

    function close(uint256 seed) external {
        if (seed % 5 != 0 || _isClosed(_merchant(seed))) return;
        vm.prank(operator);
        registry.close(_merchant(seed));
    }

    /// @dev A new merchant takes a closed one's place, so that there is always somebody to pay.
    function admit(uint256 seed) external {
        if (!_isClosed(_merchant(seed))) return;
        _merchants[seed % 3] = register(seed % 2 == 0 ? payoutB : named("odd payout"));
    }

    function blockAccount(uint256 seed) external {
        if (seed % 3 != 0) return;
        address account = accounts[(seed >> 8) % accounts.length];
        setBlacklisted(account, true);
        _blocked.push(account);
    }

    function unblockAll(uint256) external {
        for (; _blocked.length > 0; _blocked.pop()) {
            setBlacklisted(_blocked[_blocked.length - 1], false);
        }
    }

    function pause(uint256 seed) external {
        LocalFiatToken paused = _token(seed);
        bool isPaused = paused.paused();
        if (!isPaused && seed % 4 != 0) return;
        vm.prank(tokenOwner);
        if (isPaused) paused.unpause();
        else paused.pause();
    }

    /// @dev Somebody sends tokens to the processor by mistake.
    function donate(uint256 seed) external {
        LocalFiatToken given = _token(seed);
        if (given.paused() || given.isBlacklisted(address(processor))) return;
        _mint(given, address(processor), between(seed >> 8, 1, 1_000_000));
    }

    function wait_(uint256 time) external {
        vm.warp(block.timestamp + between(time, 0, time % 16 == 0 ? 1 days : 2 minutes));
    }

    function _mint(LocalFiatToken minted, address to, uint256 amount) internal {
        mint(minted, to, amount);
        booked[to][minted] += amount;
    }

    function _merchant(uint256 seed) internal view returns (uint256) {
        return _merchants[seed % 3];
    }

    function _isClosed(uint256 id) private view returns (bool) {
        return registry.get(id).status == IMerchantRegistry.Status.Closed;
    }

    function _token(uint256 seed) internal view returns (LocalFiatToken) {
        return seed % 3 == 0 ? eurc : usdc;
    }
}
